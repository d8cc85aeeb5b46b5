import { afterEach, describe, expect, test, vi } from "vitest";
import { Stopped } from "../../lib/cli/stopped.ts";
import { runCli } from "./support/run_cli.ts";

const path = "../../lib/demo/command.ts";

afterEach(() => {
  vi.doUnmock(path);
  vi.resetModules();
});

describe("demo", () => {
  test("is the demo of npm start, with its flag and its exit code", async () => {
    vi.doMock(path, () => ({
      command: async (flags: readonly string[], { out, colour }: { out: (text: string) => void; colour: boolean }) => {
        out(`${JSON.stringify(flags)} ${colour}\n`);
        out("done\n");
        return 7;
      },
    }));
    expect(await runCli(["demo"])).toMatchObject({ code: 7, out: "[] false\ndone\n", err: "" });
    expect(await runCli(["demo", "--json"])).toMatchObject({ code: 7, out: '["--json"] false\ndone\n' });
  });

  test("stops when it is told to", async () => {
    const signal = AbortSignal.abort(new Stopped("SIGINT", 130));
    expect(await runCli(["demo"], { signal })).toMatchObject({ code: 130, err: "Stopped.\n" });
  });

  test("says which packages it needs, where they are missing", async () => {
    vi.doMock(path, () => {
      throw new Error("Cannot find package 'ws'");
    });
    const { code, out, err } = await runCli(["demo"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      /^channel-frames: The demo needs more packages: npm install ws @modelcontextprotocol\/sdk @modelcontextprotocol\/server-everything \([^\n]+\)\n$/,
    );
  });
});
