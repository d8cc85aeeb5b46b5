import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the compiler of this project has to say, which is nothing where all is well. */
async function check(config: string): Promise<string> {
  const compiler = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));
  return promisify(execFile)(compiler, ["-p", config, "--noEmit", "--pretty", "false"], { cwd: root }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (failed) => `${failed.stdout}${failed.stderr}` || String(failed),
  );
}

describe("the types", () => {
  it("are what a user needs: spec/types and everything else compiles, and what is marked as an error is one", async () => {
    const files = readdirSync(new URL("types", import.meta.url)).filter((name) => name.endsWith(".ts"));
    expect(files.length).toBeGreaterThan(0);
    expect(await check("tsconfig.json")).toBe("");
  }, 60_000);

  it("need none of Node's: lib compiles alone, with every exported type written out", async () => {
    expect(await check("lib/tsconfig.json")).toBe("");
  }, 60_000);
});
