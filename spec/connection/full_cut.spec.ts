import { CutError, NotificationGuardedDecoderStream } from "channel-frames";
import type { ConnectionOptions, Stall } from "channel-frames/connection";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { A, B } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { channelFinish, channelResponse, response, responseFinish } from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { failure, outcome } from "./support/outcome.ts";
import { clientScene, memoryScene, places } from "./support/scene.ts";

describe.each(places)('%s under "cut":', (_, begin) => {
  test("a channel that nobody reads is cut alone, after its queue, and the rest of it is dropped", async () => {
    const stalls: Stall[] = [];
    const onStall = (stall: Stall) => stalls.push(stall);
    const { scope, peer, ask, connection, settled } = await begin({
      whenFull: "cut",
      maxQueuedMessages: 3,
      stallTimeout: 1,
      onStall,
    });
    const [full, other] = [await ask(), await ask()];
    for (let n = 0; n < 1000; n++) peer.send(channelResponse(scope.number, full.number, [n]));
    peer.send(channelResponse(scope.number, other.number, A), channelFinish(scope.number, other.number));
    // The neighbour finishes while the other is unread.
    expect(await outcome(other.readable)).toStrictEqual({ messages: [[...A]], end: "done" });
    expect(connection.stats).toMatchObject({ dropped: 997, strangers: 0 });
    const reader = full.readable.getReader();
    for (const n of [0, 1, 2]) expect([...((await reader.read()).value ?? [])]).toStrictEqual([n]);
    expect(await failure(() => reader.read())).toBe("cut by overrun");
    peer.send(channelResponse(scope.number, full.number, B), channelFinish(scope.number, full.number));
    peer.send(channelFinish(scope.number, full.number));
    await settled();
    // It stays cut, its number is free with the finish, and the connection has never waited.
    expect(connection.stats).toMatchObject({ dropped: 998, strangers: 1 });
    expect(await failure(() => reader.read())).toBe("cut by overrun");
    expect(stalls).toStrictEqual([]);
  });

  test("a channel that is read as it comes is not cut, however much comes", async () => {
    const { scope, peer, ask, settled } = await begin({ whenFull: "cut", maxQueuedMessages: 2, maxQueuedBytes: 10 });
    const { number, readable } = await ask();
    const reading = outcome(readable);
    for (let n = 0; n < 50; n++) {
      peer.send(channelResponse(scope.number, number, new Uint8Array(10)));
      await settled();
      await turn();
    }
    peer.send(channelFinish(scope.number, number));
    const { messages, end } = await reading;
    expect([messages.length, end]).toStrictEqual([50, "done"]);
  });

  test("a cut channel is neither finished nor unserved to its guard", async () => {
    const { scope, peer, ask, settled } = await begin({ whenFull: "cut", maxQueuedMessages: 1 });
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A), channelResponse(scope.number, number, B));
    peer.send(channelFinish(scope.number, number));
    await settled();
    const guarded = new NotificationGuardedDecoderStream();
    expect((await readAll(readable.pipeThrough(guarded))).values).toHaveLength(1);
    expect(await guarded.ending).toStrictEqual({ kind: "cut", frames: 1, reason: expect.any(CutError) });
  });

  test("a finish behind a full queue is a finish", async () => {
    const { scope, peer, ask, settled } = await begin({ whenFull: "cut", maxQueuedMessages: 2 });
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A), channelResponse(scope.number, number, B));
    peer.send(channelFinish(scope.number, number));
    await settled();
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A], [...B]], end: "done" });
  });
});

describe.each(["client", "server"] as const)('A %s under "cut" queues of a channel', (role) => {
  test.each<[string, ConnectionOptions, number[], number]>([
    ["so many messages", { maxQueuedMessages: 3 }, [1, 1, 1, 1], 3],
    ["so many bytes", { maxQueuedBytes: 10 }, [4, 4, 4], 2],
    ["exactly so many bytes", { maxQueuedBytes: 8 }, [4, 4, 4], 2],
    ["one message that is larger than all bytes", { maxQueuedBytes: 10 }, [1000, 1], 1],
    ["no large message behind another", { maxQueuedBytes: 10 }, [1, 1000, 1], 1],
    ["messages with no bytes, counted", { maxQueuedBytes: 1, maxQueuedMessages: 2 }, [0, 0, 0], 2],
    ["4096 messages by default", {}, new Array(4097).fill(1), 4096],
    ["1 MiB by default", {}, new Array(17).fill(64 * 1024), 16],
  ])("%s", async (_, options, lengths, held) => {
    const { scope, peer, ask, connection } = await memoryScene(role, { whenFull: "cut", ...options });
    const { number, readable } = await ask();
    for (const length of lengths) peer.send(channelResponse(scope.number, number, new Uint8Array(length)));
    await turn();
    expect(peer.unread).toBe(0);
    expect(connection.stats.dropped).toBe(lengths.length - held);
    const reader = readable.getReader();
    for (const length of lengths.slice(0, held)) expect((await reader.read()).value).toHaveLength(length);
    expect(await rejection(reader.read())).toHaveProperty("by", "overrun");
  });
});

test.each(lines)("The responses of a scope are cut alone, too, $name", async (line) => {
  const { scope, peer, ask, settled } = await clientScene(await line.withPeer("client"), {
    whenFull: "cut",
    maxQueuedMessages: 1,
  });
  const { number, readable } = await ask();
  peer.send(response(scope.number, A), response(scope.number, B), channelResponse(scope.number, number, B));
  peer.send(channelFinish(scope.number, number), responseFinish(scope.number));
  await settled();
  expect(await outcome(readable)).toStrictEqual({ messages: [[...B]], end: "done" });
  expect(await outcome(scope.responses)).toStrictEqual({ messages: [[...A]], end: "cut by overrun" });
});
