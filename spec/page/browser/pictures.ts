import { cutRun, endings, malformed } from "../support/tapes.ts";
import type { PageDriver } from "./driver.ts";
import { visit } from "./visit.ts";

/** Pictures for a person to look at, and for the README. */
export async function takePictures(page: PageDriver): Promise<Readonly<Record<string, Uint8Array>>> {
  const pictures: Record<string, Uint8Array> = {};
  const take = (name: string, tape: Uint8Array, width: number, height: number, key = "j"): Promise<void> =>
    visit(page, async ({ openTape }) => {
      await page.resize(width, height);
      await openTape(tape);
      await page.press("j");
      if (key !== "j") await page.press(key);
      // For what is drawn after it has come.
      await new Promise((resolve) => setTimeout(resolve, 500));
      pictures[name] = await page.screenshot();
    });
  await page.prefer("light");
  await take("run-loop", cutRun, 1280, 900);
  await take("unreadable", malformed, 1280, 800);
  await take("narrow", cutRun, 360, 900);
  const isDark = await page.prefer("dark");
  await take("violated-dark", endings.violated, 1280, 800, isDark ? "j" : "t");
  await page.prefer("light");
  return pictures;
}
