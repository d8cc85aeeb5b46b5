import { getEventListeners } from "node:events";
import {
  CutError,
  FrameEncodeError,
  type FrameReadable,
  type NotificationFrame,
  notificationFrames,
  readFrames,
} from "channel-frames";
import { AnswerRefusedError, answerNotifications } from "channel-frames/proxy";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { fateOf, rejection } from "../support/fate.ts";
import { frameA, frameB, frameC, frameE } from "../support/frames.ts";
import { pullSource, type SourceEnd, type WatchedSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { serve } from "../websocket/support/server.ts";
import { until } from "../websocket/support/until.ts";
import type { TestProxy } from "./support/start_test_proxy.ts";
import { testProxy } from "./support/test_proxy.ts";

const ask = { channel: 1 };
const options = { WebSocket };
const broken = new Error("broken");

interface Asked {
  readonly proxy: TestProxy;
  /** How it looks to the proxy. */
  readonly read: Promise<FrameReadable<NotificationFrame>>;
}

/** A proxy that has asked for notifications, on channel 1. */
async function asked(): Promise<Asked> {
  const proxy = await testProxy();
  proxy.asks.attach({ readable: new ReadableStream(), writable: new WritableStream() });
  const read = proxy.asks
    .ask("mcp/notifications")
    .then(({ readable }) => readFrames(readable, notificationFrames, { unserved: "close" }));
  read.catch(() => {});
  return { proxy, read };
}

function source(frames: readonly unknown[], end?: SourceEnd): WatchedSource<NotificationFrame> {
  // A cast, as the types do not let through everything that is tried here.
  return pullSource(frames as NotificationFrame[], end);
}

test.each([
  ["finished", [frameA, frameB, frameC], { kind: "finished", frames: 3 }, 0],
  ["failed", [frameA, frameE], { kind: "failed", frames: 1, error: { code: -32603, message: "boom" } }, 1],
  ["failed by what comes first", [frameE], { kind: "failed", frames: 0, error: { code: -32603, message: "boom" } }, 1],
  [
    "failed, whatever comes after",
    [frameE, frameA, frameE],
    { kind: "failed", frames: 0, error: expect.anything() },
    1,
  ],
  ["unserved", [], { kind: "unserved", frames: 0 }, 0],
] as const)("What is sent is %s, on both sides", async (_, frames, ending, cancels) => {
  const { proxy, read } = await asked();
  const its = source(frames);
  expect(await answerNotifications(proxy.base, ask, its.stream, options)).toStrictEqual(ending);
  const seen = await read;
  const upToError = frames.slice(0, frames.findIndex(({ type }) => type === "error") + 1 || frames.length);
  expect(await readAll(seen)).toStrictEqual({ values: upToError, end: "done" });
  expect(await seen.ending).toStrictEqual(ending);
  expect(its.cancels).toHaveLength(cancels);
  await until(() => proxy.open() === 0);
});

test("An error frame is the last message also of a stream that goes on for ever", async () => {
  const { proxy, read } = await asked();
  const frames = source([frameA, frameE], "wait");
  const answered = answerNotifications(proxy.base, ask, frames.stream, options);
  expect((await readAll(await read)).values).toStrictEqual([frameA, frameE]);
  expect((await answered).kind).toBe("failed");
  expect(frames.cancels).toHaveLength(1);
});

test("No stream at all is unserved", async () => {
  const { proxy, read } = await asked();
  expect(await answerNotifications(proxy.base, ask, undefined, options)).toStrictEqual({ kind: "unserved", frames: 0 });
  expect(await readAll(await read)).toStrictEqual({ values: [], end: "done" });
  expect((await (await read).ending).kind).toBe("unserved");
});

test("A stream that errors is cut to the proxy, and never finished", async () => {
  const { proxy, read } = await asked();
  const answered = answerNotifications(proxy.base, ask, source([frameA], { throws: broken }).stream, options);
  const reading = readAll(await read);
  expect(await rejection(answered)).toBe(broken);
  expect((await reading).end).toHaveProperty("rejected.code", "cut");
  expect((await (await read).ending).kind).toBe("cut");
});

test.each([[{ type: "nonsense" }], [null], [{ type: "notification", notification: { method: 1 } }]])(
  "What cannot be sent, as %o, is cut to the proxy, and cancels the stream",
  async (wrong) => {
    const { proxy, read } = await asked();
    const frames = source([frameA, wrong], "wait");
    const error = await rejection(answerNotifications(proxy.base, ask, frames.stream, options));
    expect(error instanceof FrameEncodeError || error instanceof TypeError).toBe(true);
    await readAll(await read);
    expect((await (await read).ending).kind).toBe("cut");
    expect(frames.cancels).toStrictEqual([error]);
  },
);

test("A proxy that leaves in order is no failure, and cancels the stream", async () => {
  const { proxy, read } = await asked();
  const frames = source([frameA], "wait");
  const answered = answerNotifications(proxy.base, ask, frames.stream, options);
  const reader = (await read).getReader();
  await reader.read();
  await reader.cancel("enough");
  expect(await answered).toMatchObject({ kind: "cancelled", frames: 1, reason: expect.any(CutError) });
  expect(frames.cancels).toHaveLength(1);
});

test("A path that dies is a cut, and cancels the stream", async () => {
  const { proxy, read } = await asked();
  const frames = source([frameA], "wait");
  const answered = answerNotifications(proxy.base, ask, frames.stream, options);
  await (await read).getReader().read();
  proxy.answers[0]?.socket.terminate();
  expect(await rejection(answered)).toBeInstanceOf(CutError);
  expect(frames.cancels).toHaveLength(1);
});

test("Whatever the proxy says on the path does not hide its end", async () => {
  const { proxy, read } = await asked();
  const frames = source([], "wait");
  const answered = answerNotifications(proxy.base, ask, frames.stream, { ...options, highWaterMark: 10 });
  await read;
  const socket = proxy.answers[0]?.socket;
  for (let time = 0; time < 100; time++) socket?.send(new Uint8Array(1000));
  socket?.close(1000);
  expect((await answered).kind).toBe("cancelled");
});

test("A signal breaks the path off, and cancels the stream", async () => {
  const { proxy, read } = await asked();
  const frames = source([frameA], "wait");
  const { signal, ...abort } = controller();
  const answered = answerNotifications(proxy.base, ask, frames.stream, { ...options, signal });
  await (await read).getReader().read();
  expect(await fateOf(answered)).toBe("pending");
  abort.abort(broken);
  expect(await rejection(answered)).toBe(broken);
  expect((await (await read).ending).kind).toBe("cut");
  expect(frames.cancels).toStrictEqual([broken]);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  await until(() => proxy.open() === 0);
});

test("A signal that has fired sends nothing", async () => {
  const { proxy } = await asked();
  const frames = source([frameA]);
  const { signal, abort } = controller();
  abort(broken);
  expect(await rejection(answerNotifications(proxy.base, ask, frames.stream, { ...options, signal }))).toBe(broken);
  expect(frames.cancels).toStrictEqual([broken]);
});

test("A channel that nobody asked on is unknown, and one that is answered is taken", async () => {
  const { proxy, read } = await asked();
  const unknown = source([frameA]);
  const refused = await rejection(answerNotifications(proxy.base, { channel: 2 }, unknown.stream, options));
  expect(refused).toBeInstanceOf(AnswerRefusedError);
  expect(refused).toMatchObject({ code: "unknown", status: 404, cause: expect.any(CutError) });
  expect(unknown.cancels).toStrictEqual([refused]);
  answerNotifications(proxy.base, ask, source([], "wait").stream, options).catch(() => {});
  await read;
  const taken = source([frameA]);
  const second = await rejection(answerNotifications(proxy.base, ask, taken.stream, options));
  expect(second).toMatchObject({ code: "taken", status: 409 });
  expect(taken.cancels).toStrictEqual([second]);
  expect(await rejection(answerNotifications(proxy.base, { channel: 9 }, undefined, options))).toMatchObject({
    code: "unknown",
  });
});

test("Where nobody listens, and where the runtime tells no status, the path is just not opened", async () => {
  const frames = source([frameA]);
  const error = await rejection(answerNotifications("ws://127.0.0.1:9", ask, frames.stream, options));
  expect(error).toMatchObject({ code: "unopened", status: undefined });
  expect(frames.cancels).toStrictEqual([error]);
});

test("The address of the proxy may have a path and a query", async () => {
  const seen: string[] = [];
  const base = await serve((peer, { url }) => {
    seen.push(String(url));
    peer.close();
  });
  for (const url of [`${base}/box/7?key=1`, new URL(`${base}/box/7/?key=1`), base, `${base}/`]) {
    await answerNotifications(url, ask, undefined, options).catch(() => {});
  }
  const path = "/mcp/notifications/1";
  expect(seen).toStrictEqual([`/box/7${path}?key=1`, `/box/7${path}?key=1`, path, path]);
});

test.each(["nonsense", "ftp://x"])("What is no address, as %s, is refused, and cancels the stream", async (base) => {
  const frames = source([frameA]);
  const error = await rejection(answerNotifications(base, ask, frames.stream, options));
  expect(error instanceof TypeError || error instanceof SyntaxError).toBe(true);
  expect(frames.cancels).toStrictEqual([error]);
});

test("A channel that is none is refused", async () => {
  expect(await rejection(answerNotifications("ws://x", { channel: -1 }, undefined, options))).toMatchObject({
    code: "shape",
  });
});

function controller(): { readonly signal: AbortSignal; abort(reason: unknown): void } {
  const its = new AbortController();
  return { signal: its.signal, abort: (reason) => its.abort(reason) };
}
