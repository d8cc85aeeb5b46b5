import { fileURLToPath } from "node:url";
import type { Result } from "../suite/result.ts";
import { awaitResults } from "./await_results.ts";
import { findFile } from "./find_file.ts";
import type { PackageUnderTest } from "./package_under_test.ts";
import type { Runtime } from "./runtime.ts";
import { versionOf } from "./version_of.ts";

/** Runs the suite's script by a program, and reads the results that it prints. */
export async function runScript(
  file: string,
  under: PackageUnderTest,
  before: readonly string[] = [],
  after: readonly string[] = [],
): Promise<readonly Result[]> {
  const command = {
    file,
    parameters: [...before, under.script, ...after],
    cwd: under.folder,
    // Deno keeps a cache, and asks for news. What the runner was started with is no business of the suite.
    env: { DENO_DIR: `${under.folder}/deno`, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", NODE_OPTIONS: "" },
  };
  return awaitResults(command, async (group) => {
    const code = await group.ended;
    const line = group.stdout.trimEnd().split("\n").at(-1) ?? "";
    if (code !== 0 || !line.startsWith("[")) throw new Error(`It ended with the code ${code} and no results`);
    return JSON.parse(line);
  });
}

/** Tells the script of a server to connect to. */
export const socketsAt = (url: string): string => `--web-socket-url=${url}`;

/** A runtime that is a program of `spec/runtimes/node_modules`. */
export function scriptRuntime(key: string, name: string, path: string, before: readonly string[] = []): Runtime {
  return {
    key,
    name,
    from: "npm",
    async find() {
      const file = await findFile(fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url)));
      if (file === undefined) return undefined;
      return {
        version: await versionOf(file),
        run: async (under, url) => [{ results: await runScript(file, under, before, [socketsAt(url)]) }],
      };
    },
  };
}
