import { getEventListeners } from "node:events";
import { type Ending, FrameError, type NotificationFrame } from "channel-frames";
import { AskChannel, type Gap, type StandingOptions, StandingSubscription } from "channel-frames/proxy";
import { describe, expect, test, vi } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { frameA, frameB, frameC, frameE } from "../support/frames.ts";
import { A, B, BAD, C, E } from "../support/messages.ts";
import { pause, turn } from "../support/pause.ts";
import { until } from "../websocket/support/until.ts";
import { MemoryPath } from "./support/memory_path.ts";
import { MemoryServer } from "./support/memory_server.ts";

interface Opened {
  readonly server: MemoryServer;
  readonly frames: StandingSubscription;
  readonly path: MemoryPath;
}

/** A subscription whose first path is open. */
async function open(options?: StandingOptions): Promise<Opened> {
  const server = new MemoryServer();
  const frames = new StandingSubscription(server.asks, options);
  server.connect();
  await server.exchange();
  return { server, frames, path: await server.open() };
}

function gap(ending: Ending<NotificationFrame>): unknown {
  return { type: "gap", ending, since: expect.any(Number), until: expect.any(Number) };
}

/** Reads so many items. */
async function take(frames: StandingSubscription, count: number): Promise<readonly (NotificationFrame | Gap)[]> {
  const items: (NotificationFrame | Gap)[] = [];
  const reader = frames.getReader();
  while (items.length < count) {
    const { done, value } = await reader.read();
    if (done) break;
    items.push(value);
  }
  reader.releaseLock();
  return items;
}

const broken = new Error("broken");

/** The ends that the server wants. */
const deliberate: readonly (readonly [string, Ending<NotificationFrame>, (path: MemoryPath) => void])[] = [
  ["finished", { kind: "finished", frames: 1 }, (path) => path.send(A)],
  ["failed", { kind: "failed", frames: 0, error: { code: -32603, message: "boom" } }, (path) => path.send(E)],
  ["unserved", { kind: "unserved", frames: 0 }, () => {}],
];

describe("StandingSubscription", () => {
  test("asks after the first exchange, and once", async () => {
    const server = new MemoryServer();
    const frames = new StandingSubscription(server.asks);
    const requests = server.connect();
    await turn();
    expect([frames.state, requests.asks]).toStrictEqual(["waiting", []]);
    await server.exchange();
    await until(() => frames.state === "asking");
    await turn();
    expect(server.counts).toStrictEqual([1]);
    expect(requests.asks.at(-1)).toStrictEqual({ channel: 2, kind: "mcp/notifications", payload: new Uint8Array() });
    const path = await server.open();
    expect(frames.state).toBe("open");
    path.send(A, B);
    expect(await take(frames, 2)).toStrictEqual([frameA, frameB]);
  });

  test("waits for a connection, if there is none after the first exchange", async () => {
    const server = new MemoryServer();
    const requests = server.connect();
    await server.exchange();
    requests.close();
    await until(() => !server.asks.isConnected);
    const frames = new StandingSubscription(server.asks);
    await turn();
    expect([frames.state, server.asks.held]).toStrictEqual(["waiting", 0]);
    server.connect();
    await server.open();
    expect([frames.state, server.counts]).toStrictEqual(["open", [0, 1]]);
  });

  test.each(deliberate)(
    "asks on the next connection after a path that is %s, and tells of a gap",
    async (_, ending, say) => {
      const { server, frames, path } = await open();
      say(path);
      path.close();
      await until(() => frames.state === "waiting");
      await turn();
      expect(server.counts).toStrictEqual([1]);
      const before = Date.now();
      await server.reconnect();
      const next = await server.open();
      expect(server.counts).toStrictEqual([1, 1]);
      next.send(B);
      const items = await take(frames, 2 + (ending.kind === "unserved" ? 0 : 1));
      expect(items.slice(-2)).toStrictEqual([gap(ending), frameB]);
      const told = items.at(-2);
      if (told?.type !== "gap") throw new Error("There is no gap");
      expect(told.since).toBeLessThanOrEqual(before);
      expect(told.until).toBeGreaterThanOrEqual(before);
    },
  );

  test("tells of each path that ends, one after the other", async () => {
    const { server, frames, path } = await open();
    path.close();
    for (let n = 0; n < 3; n++) {
      await until(() => frames.state === "waiting");
      await server.reconnect();
      (await server.open()).close();
    }
    await server.reconnect();
    (await server.open()).send(A);
    const unserved = gap({ kind: "unserved", frames: 0 });
    expect(await take(frames, 5)).toStrictEqual([unserved, unserved, unserved, unserved, frameA]);
  });

  test("tells of the gap when the next path opens, and not before", async () => {
    const { server, frames, path } = await open();
    path.close();
    const reader = frames.getReader();
    const read = reader.read();
    await until(() => frames.state === "waiting");
    await server.reconnect();
    await until(() => frames.state === "asking");
    expect(await fateOf(read)).toBe("pending");
    await server.open();
    expect((await read).value).toStrictEqual(gap({ kind: "unserved", frames: 0 }));
  });

  test("asks at once on the same connection after a path that died", async () => {
    const { server, frames, path } = await open();
    path.send(A);
    expect(await take(frames, 1)).toStrictEqual([frameA]);
    path.break(broken);
    const next = await server.open();
    expect(server.counts).toStrictEqual([2]);
    next.send(B);
    expect(await take(frames, 2)).toStrictEqual([gap({ kind: "cut", frames: 1, reason: broken }), frameB]);
  });

  test('asks on the next connection after any end with whenCut: "next-connection"', async () => {
    const { server, frames, path } = await open({ whenCut: "next-connection" });
    path.break(broken);
    await until(() => frames.state === "waiting");
    await turn();
    expect(server.counts).toStrictEqual([1]);
    await server.reconnect();
    await server.open();
    expect(await take(frames, 1)).toStrictEqual([gap({ kind: "cut", frames: 0, reason: broken })]);
  });

  test("asks again on the next connection when an ask was lost with its own, and tells of no gap for it", async () => {
    const server = new MemoryServer();
    const frames = new StandingSubscription(server.asks);
    server.connect();
    await server.exchange();
    await until(() => frames.state === "asking");
    await server.reconnect();
    (await server.open()).send(A);
    expect(await take(frames, 1)).toStrictEqual([frameA]);
    expect(server.counts).toStrictEqual([1, 1]);
  });

  test("keeps a path that is open when the connection ends", async () => {
    const { server, frames, path } = await open();
    await server.reconnect();
    path.send(A);
    expect(await take(frames, 1)).toStrictEqual([frameA]);
    // The connection that it was asked on is over, and the next is there.
    path.close();
    const next = await server.open();
    expect(server.counts).toStrictEqual([1, 1]);
    next.close();
    await until(() => frames.state === "waiting");
    await turn();
    expect(server.counts).toStrictEqual([1, 1]);
    await server.reconnect();
    await server.open();
    expect(server.counts).toStrictEqual([1, 1, 1]);
  });

  test("asks on a connection that came after the end, however late a slow reader gets there", async () => {
    const { server, frames, path } = await open({ maxQueued: 1 });
    path.send(A, B, C);
    path.close();
    await turn();
    expect(frames.state).toBe("open");
    await server.reconnect();
    expect(await take(frames, 3)).toStrictEqual([frameA, frameB, frameC]);
    await server.open();
    expect(server.counts).toStrictEqual([1, 1]);
  });

  test("waits longer and longer for paths that die and say nothing, but not for another connection", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const { server, frames, path } = await open({ minDelay: 60_000, maxDelay: 120_000 });
    path.break(broken);
    // The first time is bad luck.
    (await server.open()).break(broken);
    await until(() => frames.state === "waiting");
    await turn();
    expect(server.counts).toStrictEqual([2]);
    await server.reconnect();
    const next = await server.open();
    next.send(A);
    await turn();
    next.break(broken);
    // It has said something.
    await server.open();
    expect(server.counts).toStrictEqual([2, 2]);
    vi.restoreAllMocks();
    await frames.cancel();
  });

  test("does not ask again at once for what it cannot read", async () => {
    const { server, frames, path } = await open();
    path.send(A, BAD);
    await until(() => frames.state === "waiting");
    await turn();
    expect(path.left?.reason).toBeInstanceOf(FrameError);
    expect(server.counts).toStrictEqual([1]);
    await server.reconnect();
    await server.open();
    const ending = { kind: "cut", frames: 1, reason: expect.objectContaining({ code: "body" }) } as const;
    expect(await take(frames, 2)).toStrictEqual([frameA, gap(ending)]);
  });

  test("passes the options of the decoder on", async () => {
    const told: string[] = [];
    const { frames, path } = await open({ onMalformed: (error) => void told.push(error.code), maxMessageBytes: 100 });
    path.send(A, BAD, new Uint8Array(101), B);
    expect(await take(frames, 2)).toStrictEqual([frameA, frameB]);
    expect(told).toStrictEqual(["body", "too-large"]);
  });

  test("leaves a path on which something comes after the error frame", async () => {
    const { server, frames, path } = await open();
    path.send(E, A);
    await until(() => frames.state === "waiting");
    await server.reconnect();
    await server.open();
    const ending = {
      kind: "violated",
      frames: 0,
      reason: expect.objectContaining({ code: "frame-after-error" }),
    } as const;
    expect(await take(frames, 2)).toStrictEqual([frameE, gap(ending)]);
    expect(path.left).toBeDefined();
  });

  test("reads only so far ahead", async () => {
    const { frames, path } = await open({ maxQueued: 3 });
    path.send(...Array<Uint8Array>(20).fill(A));
    await turn();
    expect(path.queued).toBeGreaterThanOrEqual(15);
    expect(await take(frames, 20)).toStrictEqual(Array(20).fill(frameA));
  });

  test("asks again for a path that was claimed and not opened", async () => {
    const server = new MemoryServer();
    const frames = new StandingSubscription(server.asks, { minDelay: 1 });
    server.connect();
    await server.exchange();
    await until(() => frames.state === "asking");
    await turn();
    const claim = server.asks.claim("mcp/notifications", 2);
    if (typeof claim === "object") claim.giveUp();
    (await server.open()).send(A);
    expect(server.counts).toStrictEqual([2]);
    expect(await take(frames, 1)).toStrictEqual([frameA]);
  });

  test("asks when there is room for an ask", async () => {
    const server = new MemoryServer(new AskChannel({ maxAsks: 1 }));
    const frames = new StandingSubscription(server.asks, { minDelay: 1, maxDelay: 2 });
    server.connect();
    await server.exchange();
    const other = new AbortController();
    server.asks.ask("command", undefined, other).catch(() => {});
    await pause(10);
    expect([frames.state === "open", server.counts]).toStrictEqual([false, [0]]);
    other.abort();
    await server.open();
    expect(frames.state).toBe("open");
    await frames.cancel();
  });

  test("leaves the path when it is cancelled, and asks no more", async () => {
    const { server, frames, path } = await open();
    path.send(A);
    await turn();
    await frames.cancel("enough");
    await turn();
    expect(path.left).toStrictEqual({ reason: "enough" });
    expect(frames.state).toBe("waiting");
    await server.reconnect();
    await turn();
    expect([server.counts, server.asks.channels, server.asks.held]).toStrictEqual([[1, 0], 0, 0]);
  });

  test.each(["waiting for an exchange", "asking", "waiting for a connection", "waiting for room"])(
    "stops when it is cancelled while it is %s",
    async (when) => {
      const server = new MemoryServer();
      const frames = new StandingSubscription(server.asks, { maxQueued: 1 });
      server.connect();
      if (when !== "waiting for an exchange") await server.exchange();
      if (when === "waiting for a connection") (await server.open()).close();
      if (when === "waiting for room") (await server.open()).send(A, B, C);
      await turn();
      const read = when === "waiting for room" ? undefined : frames.getReader();
      const reading = read?.read();
      await (read ?? frames).cancel("enough");
      if (reading) expect((await reading).done).toBe(true);
      await turn();
      // Whoever comes to answer is told that nobody waits.
      expect(server.asks.claim("mcp/notifications", 2)).toBe("unknown");
      const { counts } = server;
      await server.reconnect();
      await turn();
      expect([frames.state, server.asks.channels]).toStrictEqual(["waiting", 0]);
      expect(server.counts).toStrictEqual([...counts, 0]);
    },
  );

  test("is over at once by its signal, with its reason", async () => {
    const abort = new AbortController();
    const { server, frames, path } = await open({ signal: abort.signal });
    path.send(A, B);
    await turn();
    const reader = frames.getReader();
    expect((await reader.read()).value).toStrictEqual(frameA);
    abort.abort(broken);
    expect(await rejection(reader.read())).toBe(broken);
    await turn();
    expect(path.left).toStrictEqual({ reason: broken });
    expect(server.asks.channels).toBe(0);
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(0);
    const late = new StandingSubscription(server.asks, { signal: abort.signal });
    expect(await rejection(late.getReader().read())).toBe(broken);
    await turn();
    expect([late.state, getEventListeners(abort.signal, "abort")]).toStrictEqual(["waiting", []]);
  });

  test("ends a loop by its signal, with its reason", async () => {
    const abort = new AbortController();
    const { frames, path } = await open({ signal: abort.signal });
    path.send(A);
    const items: unknown[] = [];
    const reading = (async () => {
      for await (const item of frames) items.push(item);
    })();
    await until(() => items.length === 1);
    await turn();
    abort.abort(broken);
    expect(await rejection(reading)).toBe(broken);
    expect(frames.locked).toBe(false);
  });

  test("leaves a path that opens in the turn in which it is cancelled", async () => {
    const server = new MemoryServer();
    const frames = new StandingSubscription(server.asks);
    server.connect();
    await server.exchange();
    await until(() => frames.state === "asking");
    await turn();
    const claim = server.asks.claim("mcp/notifications", 2);
    const path = new MemoryPath();
    if (typeof claim === "object") claim.answer(path);
    await frames.cancel("enough");
    await turn();
    expect([path.left, server.asks.channels]).toStrictEqual([{ reason: "enough" }, 0]);
  });

  test("leaves the signal alone when it is over", async () => {
    const abort = new AbortController();
    const { frames, path } = await open({ signal: abort.signal });
    expect(getEventListeners(abort.signal, "abort")).not.toHaveLength(0);
    await frames.cancel();
    await turn();
    expect(path.left).toBeDefined();
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(0);
  });

  test("ends with the channel, once the path is over and everything has been read", async () => {
    const { server, frames, path } = await open();
    path.send(A);
    server.asks.close();
    await turn();
    expect(frames.state).toBe("open");
    path.send(B);
    path.close();
    await turn();
    const reader = frames.getReader();
    expect([(await reader.read()).value, (await reader.read()).value]).toStrictEqual([frameA, frameB]);
    expect(await fateOf(reader.closed)).toBe("fulfilled");
    expect((await reader.read()).done).toBe(true);
  });

  test("ends with the channel while nothing is open", async () => {
    const server = new MemoryServer();
    const frames = new StandingSubscription(server.asks);
    const reader = frames.getReader();
    const read = reader.read();
    server.asks.close();
    expect((await read).done).toBe(true);
    await reader.closed;
    const late = new StandingSubscription(server.asks);
    expect((await late.getReader().read()).done).toBe(true);
  });

  test("is iterated, and leaves the path with the loop", async () => {
    const { frames, path } = await open();
    path.send(A, B, C);
    const items: unknown[] = [];
    for await (const item of frames) {
      items.push(item);
      if (items.length === 2) break;
    }
    expect(items).toStrictEqual([frameA, frameB]);
    await turn();
    expect(path.left).toBeDefined();
    expect(frames.locked).toBe(false);
  });

  test("is iterated to the end", async () => {
    const { server, frames, path } = await open();
    path.send(A);
    const items: unknown[] = [];
    const reading = (async () => {
      for await (const item of frames) items.push(item);
    })();
    await until(() => items.length === 1);
    path.send(B);
    path.close();
    server.asks.close();
    await reading;
    expect(items).toStrictEqual([frameA, frameB]);
    expect((await frames.getReader().read()).done).toBe(true);
  });

  test.each([
    { whenCut: "never" },
    { maxQueued: 0 },
    { maxQueued: 1.5 },
    { minDelay: 0 },
    { minDelay: 10, maxDelay: 5 },
    { maxDelay: 2 ** 31 },
    { maxMessageBytes: -1 },
    { onMalformed: "ignore" },
  ])("refuses %o", (options) => {
    // A cast, as the types do not let through what is tried here.
    expect(() => new StandingSubscription(new MemoryServer().asks, options as StandingOptions)).toThrow(TypeError);
  });
});
