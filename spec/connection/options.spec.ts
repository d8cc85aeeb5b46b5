import { ClientConnection, Connection, type ConnectionOptions, ServerConnection } from "channel-frames/connection";
import { describe, expect, test, vi } from "vitest";
import { turn } from "../support/pause.ts";
import { memoryLine } from "./support/memory_line.ts";
import { memoryScene } from "./support/scene.ts";

describe.each([
  ["ClientConnection", ClientConnection],
  ["ServerConnection", ServerConnection],
] as const)("%s", (_, Side) => {
  test("is a Connection", () => {
    expect(new Side(memoryLine().messages)).toBeInstanceOf(Connection);
  });

  test.each<[string, unknown[]]>([
    ["whenFull", ["", "stop", null, true, 0]],
    ["maxQueuedBytes", [0, -1, 1.5, Number.NaN, Infinity, "1", null, 2 ** 60]],
    ["maxQueuedMessages", [0, -1, 1.5, Number.NaN, Infinity, "1", null]],
    ["maxQueuedOpenings", [0, -1, 1.5, Number.NaN, Infinity, "1", null]],
    ["stallTimeout", [0, -1, 1.5, Number.NaN, Infinity, "1", null, 2 ** 31]],
  ])("wants a %s that has sense, and leaves the streams alone otherwise", (name, values) => {
    for (const value of values) {
      const { messages } = memoryLine();
      expect(() => new Side(messages, { [name]: value })).toThrow(new TypeError(`Invalid option: ${name}`));
      expect([messages.readable.locked, messages.writable.locked]).toStrictEqual([false, false]);
    }
  });

  test("takes every option left out, and undefined, for its default", async () => {
    const options: ConnectionOptions = {
      whenFull: undefined,
      maxQueuedBytes: undefined,
      maxQueuedMessages: undefined,
      maxQueuedOpenings: undefined,
      stallTimeout: undefined,
      onStall: undefined,
      onDisregard: undefined,
      onAuthorization: undefined,
      signal: undefined,
    };
    const { messages, peer } = memoryLine();
    const connection = new Side(messages, options);
    peer.send(new Uint8Array(1), new Uint8Array(9));
    peer.close();
    expect(await connection.closed).toStrictEqual({ clean: true });
    expect(connection.stats).toStrictEqual({
      received: 2,
      sent: 0,
      malformed: 1,
      strangers: 0,
      duplicates: 0,
      refused: 0,
      dropped: 0,
    });
  });

  test("takes the smallest and the largest that has sense", () => {
    const smallest = { maxQueuedBytes: 1, maxQueuedMessages: 1, maxQueuedOpenings: 1, stallTimeout: 1 };
    expect(new Side(memoryLine().messages, smallest)).toBeInstanceOf(Side);
    const most = Number.MAX_SAFE_INTEGER;
    const largest = { maxQueuedBytes: most, maxQueuedMessages: most, maxQueuedOpenings: most };
    expect(new Side(memoryLine().messages, { ...largest, stallTimeout: 2 ** 31 - 1 })).toBeInstanceOf(Side);
  });

  test("throws a TypeError for streams that are locked", () => {
    for (const which of ["readable", "writable"] as const) {
      const { messages } = memoryLine();
      if (which === "readable") messages.readable.getReader();
      else messages.writable.getWriter();
      expect(() => new Side(messages)).toThrow(TypeError);
    }
  });

  test("gives counts as they are when they are asked for", () => {
    const connection = new Side(memoryLine().messages);
    const { stats } = connection;
    expect(connection.stats).toStrictEqual(stats);
    expect(connection.stats).not.toBe(stats);
  });
});

test.each(["client", "server"] as const)("A %s whose line is quiet has no timers, and stays as it is", async (role) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    const { connection, ask, peer } = await memoryScene(role);
    const { readable } = await ask();
    const read = readable.getReader().read();
    await turn();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000_000_000);
    await turn();
    const ended = vi.fn();
    void connection.closed.then(ended);
    void read.then(ended, ended);
    await turn();
    expect(ended).not.toHaveBeenCalled();
    expect([peer.cancels, peer.aborts]).toStrictEqual([[], []]);
  } finally {
    vi.useRealTimers();
  }
});
