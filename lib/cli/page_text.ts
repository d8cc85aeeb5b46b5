import { readFile } from "node:fs/promises";
import { CliError } from "./cli_error.ts";

/**
 * The page that `view` serves, as it is in the package. From the sources it is built.
 *
 * @param origin where the page may connect to beside this machine
 * @throws {CliError} if it is not there
 */
export async function pageText(origin?: string): Promise<string> {
  const text = await builtPage();
  return origin === undefined ? text : text.replace("connect-src 'self'", `connect-src 'self' ${origin}`);
}

async function builtPage(): Promise<string> {
  try {
    return await readFile(new URL("../page/index.html", import.meta.url), "utf8");
  } catch {
    // From the sources, then. The package does not have what builds it.
  }
  try {
    const { buildPage } = await import(new URL("../page/build/build_page.ts", import.meta.url).href);
    return await buildPage();
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split("\n")[0];
    throw new CliError(`The page is not there, and cannot be built (${why}): run npm run build`, undefined, error);
  }
}
