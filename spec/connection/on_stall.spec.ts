import type { ConnectionOptions, Stall } from "channel-frames/connection";
import { afterEach, describe, expect, test, vi } from "vitest";
import { turn } from "../support/pause.ts";
import { channelResponse, response } from "./support/bytes.ts";
import { memoryLine } from "./support/memory_line.ts";
import { clientScene, memoryScene } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(["client", "server"] as const)("onStall of a %s", (role) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function stalled(options: ConnectionOptions = {}) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stalls: Stall[] = [];
    const scene = await memoryScene(role, {
      maxQueuedMessages: 2,
      onStall: (stall) => stalls.push({ ...stall }),
      ...options,
    });
    const { number, readable } = await scene.ask();
    for (let n = 0; n < 9; n++) scene.peer.send(channelResponse(scene.scope.number, number, [n, n, n]));
    await turn();
    const stall = { scope: scene.scope.number, channel: number, waiting: "messages", length: 2, bytes: 6 };
    return { ...scene, stalls, stall, reader: readable.getReader() };
  }

  test("names what is full after the timeout, and no sooner, and once", async () => {
    const { stalls, stall } = await stalled({ stallTimeout: 100 });
    vi.advanceTimersByTime(99);
    expect(stalls).toStrictEqual([]);
    vi.advanceTimersByTime(1);
    expect(stalls).toStrictEqual([stall]);
    vi.advanceTimersByTime(100_000);
    expect(stalls).toHaveLength(1);
  });

  test("has five seconds by default", async () => {
    const { stalls } = await stalled();
    vi.advanceTimersByTime(4999);
    expect(stalls).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(stalls).toHaveLength(1);
  });

  test("is told of the next stall, too, whose time begins anew", async () => {
    const { stalls, stall, reader } = await stalled({ stallTimeout: 100 });
    vi.advanceTimersByTime(100);
    await reader.read();
    await turn();
    vi.advanceTimersByTime(99);
    await reader.read();
    await turn();
    // Each of these was too short.
    vi.advanceTimersByTime(99);
    expect(stalls).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(stalls).toStrictEqual([stall, stall]);
  });

  test.each(["close", "abort"] as const)("is told nothing after %s(), and no timer is left", async (how) => {
    const { stalls, connection } = await stalled({ stallTimeout: 100 });
    expect(vi.getTimerCount()).toBe(1);
    await connection[how]();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(stalls).toStrictEqual([]);
  });

  test("has no timer while nothing is full", async () => {
    const { reader } = await stalled();
    for (let n = 0; n < 9; n++) await reader.read();
    await turn();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that throws ends the connection", async () => {
    const { connection, reader, peer } = await stalled({
      onStall() {
        throw X;
      },
    });
    vi.advanceTimersByTime(5000);
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
    expect(await peer.ended).toBe("broken off");
    expect((await reader.read()).done).toBe(false);
  });

  test("need not be there", async () => {
    const { reader } = await stalled({ onStall: undefined });
    vi.advanceTimersByTime(5000);
    for (let n = 0; n < 9; n++) expect([...((await reader.read()).value ?? [])]).toStrictEqual([n, n, n]);
  });
});

test("onStall names the scope alone when nobody reads its responses", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const stalls: Stall[] = [];
    const { scope, peer } = await clientScene(memoryLine(), {
      maxQueuedBytes: 5,
      onStall: (stall) => stalls.push(stall),
    });
    peer.send(response(scope.number, [1, 2]), response(scope.number, [1, 2, 3, 4]));
    await turn();
    vi.advanceTimersByTime(5000);
    expect(stalls).toEqual([{ scope: scope.number, channel: undefined, waiting: "messages", length: 2, bytes: 6 }]);
  } finally {
    vi.useRealTimers();
  }
});
