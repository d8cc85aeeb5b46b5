import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { awaitResults } from "./await_results.ts";
import { findFile } from "./find_file.ts";
import { servePage } from "./page_server.ts";
import type { Runtime } from "./runtime.ts";
import { createTemporaryFolder } from "./temporary_folder.ts";
import { versionOf } from "./version_of.ts";

/** How a browser is found and started. */
export interface BrowserParts {
  readonly key: string;
  readonly name: string;
  /** The packages of Debian that it comes with. */
  readonly from: readonly string[];
  /** Where its program may be. */
  readonly files: readonly string[];
  /** A program that has to start it, found by its name. */
  readonly by?: readonly [name: string, ...parameters: string[]];
  /** @param home an empty folder */
  parameters(home: string): readonly string[];
  /** What has to be in that folder. */
  readonly preferences?: { readonly name: string; readonly text: string };
}

/** A browser that opens the page by itself: no driver, as there is nothing to press. */
export function browserRuntime(browser: BrowserParts): Runtime {
  const { key, name, from, by, preferences } = browser;
  return {
    key,
    name,
    from,
    async find() {
      const program = await findFile(...browser.files);
      const starter = by && (await findFile(by[0]));
      if (program === undefined || (by && starter === undefined)) return undefined;
      const [file, ...before] = starter === undefined ? [program] : [starter, ...(by?.slice(1) ?? []), program];
      return {
        version: await versionOf(file, ...before),
        async run({ bundles }, webSocketUrl) {
          const temporary = await createTemporaryFolder(key);
          const home = temporary.path;
          if (preferences) await writeFile(join(home, preferences.name), preferences.text);
          const server = await servePage(bundles);
          const command = {
            file,
            parameters: [
              ...before,
              ...browser.parameters(home),
              `${server.url}?${new URLSearchParams({ webSocketUrl })}`,
            ],
            // Nothing of the user's is read or written, and nothing is left behind.
            env: { HOME: home, TMPDIR: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
          };
          try {
            return await awaitResults(command, async (group) => {
              const early = group.ended.then((code) => {
                throw new Error(`It ended with the code ${code} before its results came`);
              });
              return Promise.race([server.runs, early]);
            });
          } finally {
            server.close();
            await temporary.remove();
          }
        },
      };
    },
  };
}
