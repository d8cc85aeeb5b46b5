import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runtimes = `${root}spec/runtimes/node_modules`;
const tsx = ["--import", createRequire(import.meta.url).resolve("tsx")];

/** What the sources of the command are run by; of the others than this, those that are installed for `spec/runtimes`. */
const ways: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ...[18, 20, 22, 24, 26].map((version) => [`Node ${version}`, `${runtimes}/node${version}/bin/node`, tsx] as const),
  ["Deno", `${runtimes}/deno/deno`, ["run", "--allow-all", "--no-lock", "--quiet"]],
];

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(program: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: root, env: { ...process.env, TZ: "UTC" } }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

const commands: readonly (readonly [args: readonly string[], code: number])[] = [
  [["inspect", "spec/fixtures/tapes/mcp_server.tape"], 0],
  [["inspect", "spec/fixtures/tapes/mcp_server_cut.tape", "--json"], 5],
  [["inspect", "spec/fixtures/tapes/mcp_server_died.tape", "--stats"], 3],
  [["inspect", "spec/fixtures/tapes/run_loop.tape", "--text"], 0],
  [["convert", "spec/fixtures/tapes/run_loop.tape", "-"], 0],
  [["inspect", "no.tape"], 1],
  [["inspect", "--nothing"], 2],
];

describe("the command does the same", () => {
  test.for(ways)("in %s as in this Node", { timeout: 120_000 }, async ([, program, args], { skip }) => {
    if (!existsSync(program) && !process.env.CI) skip("it is not installed");
    for (const [command, code] of commands) {
      const here = await run(process.execPath, [...tsx, "lib/cli/main.ts", ...command]);
      const there = await run(program, [...args, "lib/cli/main.ts", ...command]);
      expect(there, command.join(" ")).toStrictEqual(here);
      expect([there.code, there.out + there.err !== ""]).toEqual([code, true]);
    }
  });
});
