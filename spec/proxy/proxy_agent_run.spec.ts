import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { type RunLoopFrame, runLoopFrames } from "../../lib/mod.ts";
import type { ProxyOptions } from "../../lib/proxy/proxy_options.ts";
import { textFrame, userFrame } from "../support/frames.ts";
import { until } from "../websocket/support/until.ts";
import { boom, readPath, streamOf } from "./support/read_path.ts";
import { startProxy } from "./support/start_proxy.ts";
import { opened } from "./support/upgrade.ts";

describe("/agent/run", () => {
  const run = (options: ProxyOptions, request: string | Uint8Array = '{"prompt":"Hello","more":[1]}') =>
    startProxy(options).then((proxy) => readPath<RunLoopFrame>(proxy, "/agent/run", runLoopFrames, request));

  test("the run loop for the prompt", async () => {
    const outcome = await run({ run: (prompt) => streamOf(userFrame(prompt), textFrame("Hi")) });
    expect(outcome).toEqual({ frames: [userFrame("Hello"), textFrame("Hi")], ending: { kind: "finished", frames: 2 } });
  });

  test("an error frame of the handler's own", async () => {
    const outcome = await run({
      run: async () => streamOf<RunLoopFrame>(textFrame("Hi"), { type: "error", error: null }),
    });
    expect(outcome.ending).toEqual({ kind: "failed", frames: 1, error: null });
  });

  test.each<[string, ProxyOptions]>([
    ["without a handler", {}],
    ["by a handler that gives nothing", { run: async () => undefined }],
    ["by a handler with an empty run loop", { run: () => streamOf() }],
  ])("is not served %s", async (_, options) => {
    expect(await run(options)).toEqual({ frames: [], ending: { kind: "unserved", frames: 0 } });
  });

  test.each([
    "{}",
    "null",
    "[]",
    '"prompt"',
    '{"prompt":1}',
    "no JSON",
    "",
    '{"prompt":"\\ud800"}',
    Uint8Array.of(0xff),
  ])("%j is no request, and no loop runs", async (request) => {
    const asked: string[] = [];
    const outcome = await run(
      {
        run(prompt) {
          asked.push(prompt);
          return streamOf();
        },
      },
      request,
    );
    expect(asked).toEqual([]);
    expect(outcome.ending).toMatchObject({ kind: "failed", frames: 0, error: { code: -32602 } });
  });

  test.each<[string, ProxyOptions["run"]]>([
    [
      "throws",
      () => {
        throw boom;
      },
    ],
    ["rejects", () => Promise.reject(boom)],
  ])("a handler that %s: no loop ran", async (_, handler) => {
    const told: unknown[][] = [];
    const outcome = await run({ run: handler, onHandlerError: (...what) => told.push(what) });
    expect(outcome.ending).toEqual({ kind: "failed", frames: 0, error: { code: -32603, message: "boom" } });
    expect(told).toEqual([[boom, "/agent/run"]]);
  });

  test.each<[string, ReadableStream<RunLoopFrame>, unknown]>([
    ["breaks", streamOf<RunLoopFrame>(textFrame("Hi"), boom), boom],
    [
      "has a frame that cannot be sent",
      streamOf<RunLoopFrame>(textFrame("Hi"), textFrame("\ud800")),
      expect.objectContaining({ code: "not-unicode" }),
    ],
  ])("a run loop that %s is cut, after what came before", async (_, frames, reason) => {
    const told: unknown[][] = [];
    const outcome = await run({ run: () => frames, onHandlerError: (...what) => told.push(what) });
    expect(outcome).toMatchObject({ frames: [textFrame("Hi")], ending: { kind: "cut", frames: 1 } });
    expect(told).toEqual([[reason, "/agent/run"]]);
  });

  test("a server that asks for nothing and leaves", async () => {
    const told: unknown[] = [];
    const proxy = await startProxy({ run: () => streamOf(), onHandlerError: (error) => told.push(error) });
    for (const leave of ["close", "terminate"] as const) {
      const socket = await opened(`${proxy.url}/agent/run`);
      socket[leave]();
      await once(socket, "close");
    }
    await until(() => proxy.connections === 0);
    expect(told).toEqual([]);
  });
});
