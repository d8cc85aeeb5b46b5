import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type CommandContext, command } from "../../lib/demo/command.ts";
import type { NotificationSource } from "../../lib/demo/mcp_server.ts";
import { scripted } from "../../lib/demo/scripted.ts";

const USAGE = "Usage: npm start [-- --json --view]\n";

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

// Processes compile everything anew, so they are started first and asked last.
let asJson: Promise<Outcome> | undefined;
let stopped: Promise<Outcome> | undefined;

const children: ChildProcess[] = [];

beforeAll(() => {
  const options = { cwd: fileURLToPath(new URL("../..", import.meta.url)) };
  const json = spawn("npx", ["tsx", "lib/demo/main.ts", "--json"], options);
  const text = spawn(process.execPath, ["--import", "tsx", "lib/demo/main.ts"], options);
  children.push(json, text);
  asJson = outcome(json);
  let told = false;
  stopped = outcome(text, (seen) => {
    // A second signal would not ask politely.
    if (!told && seen.includes("progress")) told = text.kill("SIGINT");
  });
});

afterAll(() => {
  // None is left, unless a test has failed.
  for (const child of children) child.kill();
});

const quiet = async (): Promise<NotificationSource> => ({
  notifications: scripted(
    [
      { type: "notification", notification: { method: "notifications/prompts/list_changed" } },
      {
        type: "notification",
        notification: { method: "vendor/a-method-with-a-long-name", params: { a: "\x1b[2J" } },
      },
    ],
    0,
  ),
  provoke: async () => {},
  close: async () => {},
});

describe("the command", { concurrent: true }, () => {
  const run = async (flags: readonly string[], context: Partial<CommandContext> = {}) => {
    let out = "";
    let err = "";
    const code = await command(flags, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      colour: true,
      signal: new AbortController().signal,
      ...context,
    });
    return { code, out, err };
  };

  test("a server that keeps quiet is not passed off as a success", async () => {
    const { code, out, err } = await run([], { startSource: quiet });
    expect(code).toBe(1);
    expect(err).toBe("The MCP server was expected to send progress, a log message, a resource update, and did not.\n");
    expect(out).toContain("\x1b[1m1  A real MCP server, relayed\x1b[0m");
    expect(out).toContain(`vendor/a-method-with-a-long-name  \n${" ".repeat(36)}custom: {"a":"\\u001b[2J"}\n`);
  });

  test.each([[["--wat"]], [["--json", "more"]], [["--JSON"]]])("refuses %j", async (flags) => {
    expect(await run(flags)).toEqual({ code: 2, out: "", err: USAGE });
  });

  test("a server that cannot be started", async () => {
    const startSource = () => Promise.reject(new Error("No such server"));
    expect(await run([], { startSource: () => Promise.reject("No reason") })).toMatchObject({
      code: 1,
      err: "The demo broke off: No reason\n",
    });
    expect(await run(["--json"], { startSource })).toEqual({
      code: 1,
      out: "",
      err: "The demo broke off: No such server\n",
    });
  });

  test("stopped before the real server is up", async () => {
    expect(await run(["--json"], { signal: AbortSignal.abort() })).toEqual({ code: 130, out: "", err: "Stopped.\n" });
  });

  test("stopped in the middle of a channel", async () => {
    const stop = new AbortController();
    let out = "";
    const { code, err } = await run(["--json"], {
      signal: stop.signal,
      out: (text) => {
        out += text;
        if (text.includes("resources/updated")) stop.abort();
      },
    });
    expect({ code, err }).toEqual({ code: 130, err: "Stopped.\n" });
    const last: unknown = JSON.parse(linesOf(out).at(-1) ?? "");
    expect(last).toMatchObject({ scene: "relay", kind: "ending", ending: { kind: "cancelled" } });
  });

  test("stopped while channels of a connection are open", async () => {
    const stop = new AbortController();
    let out = "";
    const { code, err } = await run(["--json"], {
      signal: stop.signal,
      startSource: quiet,
      out: (text) => {
        out += text;
        if (text.includes('"progressToken":"index"')) stop.abort();
      },
    });
    expect({ code, err }).toEqual({ code: 130, err: "Stopped.\n" });
    const events: readonly Record<string, unknown>[] = linesOf(out).map((line) => JSON.parse(line));
    const endings = events.filter(({ scene, kind }) => scene === "connection" && kind === "ending");
    expect(endings.map(({ channel }) => channel).sort()).toEqual([1, 2, 3, 4]);
    for (const { channel, ending } of endings) {
      expect(ending).toMatchObject({ kind: channel === 2 ? "unserved" : "cancelled" });
    }
  });
});

test("stopped between two paths of a subscription", async () => {
  const stop = new AbortController();
  let out = "";
  const code = await command(["--json"], {
    out(text) {
      out += text;
      if (text.includes('"what":"is killed')) stop.abort();
    },
    err: () => {},
    colour: false,
    signal: stop.signal,
    startSource: quiet,
  });
  expect(code).toBe(130);
  expect(out).not.toContain('"kind":"gap"');
});

test("the program sets the exit code for flags that it does not know", async () => {
  const { argv } = process;
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    process.argv = [...argv.slice(0, 2), "--wat"];
    await import("../../lib/demo/main.ts");
    expect(process.exitCode).toBe(2);
    expect(write.mock.calls).toEqual([[USAGE]]);
  } finally {
    process.argv = argv;
    process.exitCode = undefined;
    write.mockRestore();
  }
});

describe("the process", { timeout: 40_000 }, () => {
  test("prints JSON and nothing else, and ends by itself with 0", async () => {
    const { code, out, err } = (await asJson) ?? {};
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines: unknown[] = linesOf(out).map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ kind: "summary", missing: [] });
  });

  test("prints text without colour when it is no terminal, and is stopped by SIGINT", async () => {
    const { code, out, err } = (await stopped) ?? {};
    expect({ code, err }).toEqual({ code: 130, err: "Stopped.\n" });
    expect(out).not.toContain("\x1b");
    expect(out).toContain("    ending  cancelled");
  });
});

function linesOf(text = ""): readonly string[] {
  return text.trimEnd().split("\n");
}

/** Runs a program to its end. */
function outcome(child: ChildProcess, watch?: (out: string) => void): Promise<Outcome> {
  let out = "";
  let err = "";
  child.stdout?.on("data", (data) => {
    out += String(data);
    watch?.(out);
  });
  child.stderr?.on("data", (data) => {
    err += String(data);
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
