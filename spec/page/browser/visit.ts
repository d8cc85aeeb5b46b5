import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { WebSocketServer } from "ws";
import { pageText } from "../../../lib/cli/page_text.ts";
import { servePage } from "../../../lib/cli/serve_page.ts";
import { largeTape } from "../support/large_tape.ts";
import type { PageDriver } from "./driver.ts";

/** What a check is given: a browser, and ways to show it something. */
export interface Visit {
  readonly page: PageDriver;
  /** Opens a tape, and waits until its ending, or why there is none, is shown. */
  openTape(tape: Uint8Array): Promise<void>;
  /** Opens a tape of so many notifications. */
  openLarge(rows: number): Promise<void>;
  /** Opens the page as a file. */
  openFromDisk(): Promise<void>;
  /** Opens a live channel, which answers each socket so. */
  openChannel(path: string, answer: (socket: import("ws").WebSocket) => void, more?: string): Promise<void>;
  /** @throws {Error} if the expression does not become true within a minute */
  until(expression: string): Promise<void>;
  text(selector: string): Promise<string>;
}

/** Runs one check on a page of its own. Whatever it has opened is closed. */
export async function visit(page: PageDriver, check: (visit: Visit) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "channel-frames-page-"));
  const closing: (() => Promise<unknown>)[] = [];
  const until = async (expression: string): Promise<void> => {
    const limit = Date.now() + 60_000;
    while (!(await page.evaluate(expression))) {
      if (Date.now() > limit) throw new Error(`It never was: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const show = async (query: string, tape?: string): Promise<void> => {
    const { port, close } = await servePage({ page: await pageText(), tape, port: 0 });
    closing.push(close);
    await page.goto(`http://127.0.0.1:${port}/?${query}`);
  };
  try {
    await check({
      page,
      until,
      async openTape(tape) {
        const path = join(folder, "recorded.tape");
        await writeFile(path, tape);
        await show("tape=/tape", path);
        await until("!!document.querySelector('.banner:not([data-kind=reading]), .failure')");
      },
      async openLarge(rows) {
        const { path, remove } = await largeTape(rows);
        closing.push(remove);
        await show("tape=/tape", path);
      },
      async openFromDisk() {
        const path = join(folder, "page.html");
        await writeFile(path, await pageText());
        await page.goto(pathToFileURL(path).href);
      },
      async openChannel(path, answer, more = "") {
        const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
        server.on("connection", answer);
        await new Promise((resolve) => server.once("listening", resolve));
        closing.push(async () => {
          for (const socket of server.clients) socket.terminate();
          server.close();
        });
        const address = server.address();
        const port = typeof address === "object" ? address?.port : 0;
        await show(`ws=${encodeURIComponent(`ws://127.0.0.1:${port}${path}`)}${more}`);
      },
      text: async (selector) => String(await page.evaluate(`document.querySelector('${selector}')?.textContent ?? ""`)),
    });
  } finally {
    for (const close of closing) await close();
    await rm(folder, { recursive: true, force: true });
  }
}
