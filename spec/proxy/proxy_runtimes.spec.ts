import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runtimes = `${root}spec/runtimes/node_modules`;
const tsx = createRequire(import.meta.url).resolve("tsx");

/** What `support/proxy_program.ts` is run by; of the others than this, those that are installed for `spec/runtimes`. */
const ways: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ["this Node", process.execPath, ["--import", tsx]],
  ["Node 18", `${runtimes}/node18/bin/node`, ["--import", tsx]],
  ["Node 26", `${runtimes}/node26/bin/node`, []],
  ["Deno", `${runtimes}/deno/deno`, ["run", "--allow-all", "--no-lock"]],
  ["Bun", `${runtimes}/bun/bin/bun`, []],
];

describe("a proxy, and a server that answers it", { concurrent: true }, () => {
  test.for(ways)("in %s, which ends by itself", { timeout: 60_000 }, async ([, program, args], { skip }) => {
    if (!existsSync(program) && !process.env.CI) skip("it is not installed");
    const file = fileURLToPath(new URL("support/proxy_program.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(program, [...args, file], { cwd: root });
    expect(stdout.trim().split("\n")).toEqual([
      '"tools" [1,2] true',
      '"notification" {"type":"notification","notification":{"method":"notifications/tools/list_changed"}} "open"',
      '"run" {"type":"chunk","chunk":{"type":"user","prompt":"Hello"}}',
      '"run" {"kind":"finished","frames":1}',
      '"/requests" false',
      '"/nothing" false',
      '"/mcp/notifications/9" false',
      '"closed" false true 0',
    ]);
  });
});
