import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Stopped } from "../../lib/cli/stopped.ts";
import { A, B, C, E, T } from "../support/messages.ts";
import { type ChannelServer, send, startChannelServer } from "./support/channel_server.ts";
import { runCli } from "./support/run_cli.ts";
import { recordsOf, TestFolder } from "./support/tapes.ts";

let folder: TestFolder;
let server: ChannelServer;

/** What was asked for, by path. */
const requests = new Map<string, string>();

beforeAll(async () => {
  folder = new TestFolder();
  server = await startChannelServer(async (messages, socket, path) => {
    switch (path.split("?")[0]) {
      case "/finished":
        await send(messages, A, B, C);
        return messages.writable.close();
      case "/unserved":
        return messages.writable.close();
      case "/failed":
        await send(messages, A, E);
        return messages.writable.close();
      case "/cut":
        await send(messages, A, B);
        return messages.writable.abort("dies");
      case "/violated":
        await send(messages, E, A);
        return messages.writable.close();
      case "/agent/run": {
        const { value } = await messages.readable.getReader().read();
        requests.set(path, new TextDecoder().decode(value));
        await send(messages, T("So "), T("it is."));
        return messages.writable.close();
      }
      default:
        // It goes on, and says no more.
        socket.send("a text message carries no meaning");
        return send(messages, A);
    }
  });
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

/** A clock that is always the same time later. */
function ticking(): () => number {
  let now = Date.parse("2026-11-30T20:15:00Z");
  return () => {
    now += 250;
    return now;
  };
}

describe("tail", () => {
  test("shows what comes, and how it ends", async () => {
    const { code, out, err } = await runCli(["tail", `${server.url}/finished?token=secret`], { now: ticking() });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n")).toEqual([
      // What may be a secret is in nobody's log.
      `notifications over ${server.url}/finished, 2026-11-30 20:15:00.250 UTC`,
      "   seconds       #  type          method or type              size",
      '     0.250       0  notification  x/a                         34 B  {"n":1}',
      '     0.500       1  notification  x/b                         34 B  {"n":2}',
      '     0.750       2  notification  x/c                         34 B  {"n":3}',
      "     1.000  finished: 3 frames, then the finish. This was all of it.",
      "",
    ]);
  });

  test.each([
    ["/unserved", 4, "unserved: 0 frames"],
    ["/failed", 3, "failed: 1 frame, then the error, which was the last word. (-32603: boom)"],
    ["/violated", 6, "violated: 0 frames"],
    ["/cut", 5, "cut: 2 frames, and no finish: there may have been more. (close code 1006"],
  ])("%s: the exit code is %i", async (path, code, words) => {
    const result = await runCli(["tail", server.url + path]);
    expect(result).toMatchObject({ code, err: "" });
    expect(result.out).toContain(words);
  });

  test("asks for a run loop, and prints it as it streams", async () => {
    const url = `${server.url}/agent/run`;
    const pieces: string[] = [];
    const onOut = (text: string): void => void pieces.push(text);
    const { code, out } = await runCli(["tail", url, "--prompt", 'a "b"', "--text"], { onOut });
    expect({ code, out }).toEqual({
      code: 0,
      out: 'sent: {"prompt":"a \\"b\\""}\nSo it is.\nfinished: 2 frames, then the finish. This was all of it.\n',
    });
    expect(requests.get("/agent/run")).toBe('{"prompt":"a \\"b\\""}');
    expect(pieces).toContain("So ");
  });

  test("filters, and writes JSON, as inspect does", async () => {
    const { out } = await runCli(["tail", `${server.url}/finished`, "--json", "--method", "x/b"]);
    const lines: readonly object[] = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ type: "head" }, { name: "x/b", n: 1 }, { type: "ending", kind: "finished" }]);
  });

  test("stopped in the middle: the tape is whole, and says so", async () => {
    const path = folder.file("stopped.tape");
    const stop = new AbortController();
    const onOut = (text: string): void => {
      if (text.includes("x/a")) stop.abort(new Stopped("SIGINT", 130));
    };
    const { code, out, err } = await runCli(["tail", `${server.url}/quiet`, "--tape", path], {
      signal: stop.signal,
      onOut,
    });
    expect({ code, err }).toEqual({ code: 130, err: "" });
    expect(out).toContain("cancelled: 1 frame, then the reader left. (Stopped by SIGINT)");
    const records = await recordsOf(new Uint8Array(readFileSync(path)));
    expect(records.map(({ type }) => type)).toEqual(["header", "message", "end"]);
    expect(records.at(-1)).toMatchObject({ ending: { kind: "cancelled", reason: "Stopped by SIGINT" } });
    expect(await runCli(["inspect", path])).toMatchObject({ code: 7 });
  });

  test("whose output is closed: the tape is whole", async () => {
    const path = folder.file("closed.tape");
    const out = (data: string | Uint8Array): void => {
      if (String(data).includes("x/a")) throw new Error("Nobody reads");
    };
    expect(await runCli(["tail", `${server.url}/quiet`, "--tape", path], { out })).toMatchObject({ code: 1 });
    const records = await recordsOf(new Uint8Array(readFileSync(path)));
    expect(records.map(({ type }) => type)).toEqual(["header", "message", "end"]);
    expect(records.at(-1)).toMatchObject({ ending: { kind: "cancelled" } });
  });
});

describe("record", () => {
  test("puts on tape what came, byte for byte, and the ending", async () => {
    const path = folder.file("agent.tape");
    const { code, out, err } = await runCli(["record", `${server.url}/agent/run`, path, "--prompt", "so?"], {
      now: ticking(),
    });
    expect({ code, out, err }).toEqual({
      code: 0,
      out: "",
      err: "finished: 2 frames, then the finish. This was all of it.\n",
    });
    const started = Date.parse("2026-11-30T20:15:00.250Z");
    expect(await recordsOf(new Uint8Array(readFileSync(path)))).toEqual([
      {
        type: "header",
        version: 1,
        family: "run-loop",
        carrier: `${server.url}/agent/run`,
        startedAt: started,
        metadata: {},
      },
      { type: "message", elapsed: 250, direction: "out", message: new TextEncoder().encode('{"prompt":"so?"}') },
      { type: "message", elapsed: 250, direction: "in", message: T("So ") },
      { type: "message", elapsed: 250, direction: "in", message: T("it is.") },
      { type: "end", elapsed: 250, ending: { kind: "finish" } },
    ]);
  });

  test.each([
    ["/cut", 5, { kind: "cut", by: "carrier", closeCode: 1006 }],
    ["/failed", 3, { kind: "finish" }],
    ["/unserved", 4, { kind: "finish" }],
  ])("%s on standard output, for another command to read", async (path, code, ending) => {
    const { bytes, ...rest } = await runCli(["record", server.url + path, "-"]);
    expect(rest.code).toBe(code);
    expect((await recordsOf(bytes)).at(-1)).toMatchObject({ type: "end", ending });
    expect(await runCli(["inspect", "-"], { stdin: bytes })).toMatchObject({ code });
  });

  test("a tape that exists is kept, and nobody is connected to", async () => {
    const path = folder.file("mine.tape");
    writeFileSync(path, "mine");
    requests.clear();
    const argv = ["record", `${server.url}/agent/run`, path, "--prompt", "costs money"];
    expect(await runCli(argv)).toMatchObject({
      code: 1,
      err: expect.stringContaining("it exists already: --force replaces it"),
    });
    expect(readFileSync(path, "utf8")).toBe("mine");
    expect(requests.size).toBe(0);
    expect(await runCli([...argv, "-f"])).toMatchObject({ code: 0 });
    expect(requests.size).toBe(1);
  });

  test("without a connection there is no tape, and an error that says why", async () => {
    const path = folder.file("none.tape");
    const gone = await startChannelServer(async () => {});
    await gone.close();
    const { code, err } = await runCli(["record", `${gone.url}/x`, path]);
    expect(code).toBe(1);
    expect(err).toMatch(/^channel-frames: No connection to ws:\/\/127\.0\.0\.1:\d+\/x: [^\n]+\n$/);
    expect(existsSync(path)).toBe(false);
  });

  test("tells a terminal how far it is", async () => {
    const screen = { columns: undefined, colour: false, progress: true };
    const { err } = await runCli(["record", `${server.url}/finished`, "-"], { screen, now: ticking() });
    expect(err).toContain("\r2 messages, 68 B\x1b[K");
    expect(err).toContain("\r\x1b[Kfinished: 3 frames");
  });

  test("a file that cannot be written on is an error, and the channel is left", async () => {
    const { code, err } = await runCli(["record", `${server.url}/quiet`, "/dev/full", "--force"]);
    expect(code).toBe(1);
    expect(err).toMatch(/^channel-frames: .*ENOSPC/);
  });
});

describe("where there is no WebSocket", () => {
  const without = async (importWs: () => Promise<unknown>) => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "WebSocket");
    Reflect.deleteProperty(globalThis, "WebSocket");
    try {
      return await runCli(["tail", `${server.url}/finished`], { importWs });
    } finally {
      if (own) Object.defineProperty(globalThis, "WebSocket", own);
    }
  };

  test("that of the package ws is used", async () => {
    let asked = 0;
    const importWs = (): Promise<unknown> => {
      asked++;
      return import("ws");
    };
    expect(await without(importWs)).toMatchObject({ code: 0 });
    expect(asked).toBe(1);
  });

  test("and the package is missing, it is said what to do", async () => {
    const importWs = () => Promise.reject(new Error("Cannot find package 'ws'"));
    expect(await without(importWs)).toMatchObject({
      code: 1,
      err: "channel-frames: Node before 22 has no WebSocket of its own. Install the package ws beside this one: npm install ws\n",
    });
    expect(await without(async () => ({}))).toMatchObject({
      code: 1,
      err: expect.stringContaining("npm install ws@8"),
    });
  });
});
