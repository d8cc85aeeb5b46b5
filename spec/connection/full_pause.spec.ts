import type { ConnectionOptions } from "channel-frames/connection";
import { describe, expect, test } from "vitest";
import { A, B } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { channelFinish, channelRequest, channelResponse, fieldsOf, response } from "./support/bytes.ts";
import { memoryLine } from "./support/memory_line.ts";
import { nextOf } from "./support/next_of.ts";
import { outcome } from "./support/outcome.ts";
import { clientScene, memoryScene, serverScene } from "./support/scene.ts";

/** Messages of these lengths, all different. */
function messagesOf(lengths: readonly number[]): Uint8Array[] {
  return lengths.map((length, n) => new Uint8Array(length).fill(n));
}

/** What a reader gets of the messages. */
function bytesOf(messages: readonly Uint8Array[]): number[][] {
  return messages.map((message) => [...message]);
}

describe.each(["client", "server"] as const)("A %s that pauses", (role) => {
  async function channels(options: ConnectionOptions) {
    const scene = await memoryScene(role, options);
    return { ...scene, full: await scene.ask(), other: await scene.ask() };
  }

  test.each<[string, ConnectionOptions, number[], number]>([
    ["so many messages", { maxQueuedMessages: 3 }, [1, 1, 1, 1, 1, 1], 3],
    ["one message", { maxQueuedMessages: 1 }, [1, 1, 1, 1, 1, 1], 1],
    ["so many bytes", { maxQueuedBytes: 10 }, [4, 4, 4, 4, 4, 4], 3],
    ["exactly so many bytes", { maxQueuedBytes: 8 }, [4, 4, 4, 4, 4, 4], 2],
    ["one message that is larger than all bytes", { maxQueuedBytes: 10 }, [1000, 4, 4, 4, 4, 4], 1],
    ["messages with no bytes, counted", { maxQueuedBytes: 1, maxQueuedMessages: 2 }, [0, 0, 0, 0, 0, 0], 2],
  ])("reads nothing more when a channel holds %s, and then loses nothing", async (_, options, lengths, held) => {
    const { scope, peer, full, other, connection } = await channels({ whenFull: "pause", ...options });
    const messages = messagesOf(lengths);
    for (const message of messages) peer.send(channelResponse(scope.number, full.number, message));
    peer.send(channelFinish(scope.number, full.number));
    peer.send(channelResponse(scope.number, other.number, A), channelFinish(scope.number, other.number));
    await turn();
    expect(peer.unread).toBe(9 - held);
    expect(connection.stats.dropped).toBe(0);
    // The neighbour has to wait.
    const neighbour = outcome(other.readable);
    await turn();
    expect(peer.unread).toBe(9 - held);
    expect(await outcome(full.readable, "slow")).toStrictEqual({ messages: bytesOf(messages), end: "done" });
    expect(await neighbour).toStrictEqual({ messages: [[...A]], end: "done" });
    expect(peer.unread).toBe(0);
  });

  test("reads on as far as there is room again", async () => {
    const { scope, peer, full } = await channels({ maxQueuedMessages: 2 });
    for (let n = 0; n < 8; n++) peer.send(channelResponse(scope.number, full.number, [n]));
    await turn();
    const reader = full.readable.getReader();
    for (let n = 0; n < 7; n++) {
      expect(peer.unread).toBe(Math.max(0, 6 - n));
      expect([...((await reader.read()).value ?? [])]).toStrictEqual([n]);
      await turn();
    }
    expect(peer.unread).toBe(0);
  });

  test("waits on while what is left is still too much", async () => {
    const { scope, peer, full } = await channels({ maxQueuedBytes: 10 });
    for (const message of messagesOf([1, 1000, 4, 4])) peer.send(channelResponse(scope.number, full.number, message));
    await turn();
    const reader = full.readable.getReader();
    expect((await reader.read()).value).toHaveLength(1);
    await turn();
    expect(peer.unread).toBe(2);
    expect((await reader.read()).value).toHaveLength(1000);
    await turn();
    expect(peer.unread).toBe(0);
  });

  test("has room for 4096 messages and 1 MiB of a channel by default", async () => {
    const byCount = await channels({});
    for (let n = 0; n < 4100; n++) byCount.peer.send(channelResponse(byCount.scope.number, byCount.full.number, [n]));
    await turn();
    expect(byCount.peer.unread).toBe(4);
    const bySize = await channels({});
    const large = new Uint8Array(64 * 1024);
    for (let n = 0; n < 30; n++) bySize.peer.send(channelResponse(bySize.scope.number, bySize.full.number, large));
    await turn();
    expect(bySize.peer.unread).toBe(30 - 16);
  });

  test("goes on when the full channel is cancelled", async () => {
    const { scope, peer, full, other, connection } = await channels({ maxQueuedMessages: 2 });
    for (let n = 0; n < 5; n++) peer.send(channelResponse(scope.number, full.number, [n]));
    peer.send(channelResponse(scope.number, other.number, A), channelFinish(scope.number, other.number));
    await turn();
    expect(peer.unread).toBe(5);
    await full.readable.cancel();
    expect(await outcome(other.readable)).toStrictEqual({ messages: [[...A]], end: "done" });
    expect(connection.stats.dropped).toBe(3);
  });

  test("still sends", async () => {
    const { scope, peer, full, connection } = await channels({ maxQueuedMessages: 1 });
    peer.send(channelRequest(scope.number, 5));
    const answer = (await nextOf(scope.channels)).writable.getWriter();
    peer.send(channelResponse(scope.number, full.number, A), channelResponse(scope.number, full.number, B));
    await turn();
    expect(peer.unread).toBe(1);
    await answer.write(B);
    expect(fieldsOf(await peer.next())).toMatchObject({ type: 5, payload: [...B] });
    await connection.authorize(A);
    expect(fieldsOf(await peer.next())).toMatchObject({ type: 0, payload: [...A] });
    const opened = scope.channel(A);
    expect(fieldsOf(await peer.next())).toMatchObject({ type: 4, channel: opened.number });
  });

  test.each(["close", "abort"] as const)("can be ended by %s(), and what was queued is not lost", async (how) => {
    const { scope, peer, full, connection } = await channels({ maxQueuedMessages: 1 });
    peer.send(channelResponse(scope.number, full.number, A), channelResponse(scope.number, full.number, B));
    await turn();
    await connection[how]();
    expect(await connection.closed).toHaveProperty("clean", how === "close");
    expect(await outcome(full.readable)).toStrictEqual({ messages: [[...A]], end: "cut by local" });
  });

  test.each(["close", "break"] as const)("gives everything that came before the end (%s)", async (how) => {
    const { scope, peer, full, other, connection } = await channels({ maxQueuedMessages: 1 });
    const messages = messagesOf([1, 2, 3]);
    for (const message of messages) {
      peer.send(channelResponse(scope.number, full.number, message));
      peer.send(channelResponse(scope.number, other.number, message));
    }
    peer[how]();
    await turn();
    const ends = [outcome(full.readable, "slow"), outcome(other.readable)];
    const expected = { messages: bytesOf(messages), end: "cut by carrier" };
    expect(await Promise.all(ends)).toStrictEqual([expected, expected]);
    expect(await connection.closed).toHaveProperty("clean", how === "close");
  });
});

test("A full channel of a scope that this server finishes holds nothing up any more", async () => {
  const { scope, peer, ask, connection } = await serverScene(memoryLine(), { maxQueuedMessages: 1 });
  const { number, readable } = await ask();
  peer.send(channelResponse(7, number, A), channelResponse(7, number, B));
  await turn();
  expect(peer.unread).toBe(1);
  await scope.writable.close();
  await turn();
  expect(peer.unread).toBe(0);
  expect(connection.stats.strangers).toBe(1);
  expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "cut by local" });
});

test("The responses of a scope have the same bounds", async () => {
  const { scope, peer } = await clientScene(memoryLine(), { maxQueuedMessages: 2 });
  for (let n = 0; n < 5; n++) peer.send(response(scope.number, [n]));
  await turn();
  expect(peer.unread).toBe(3);
  const reader = scope.responses.getReader();
  for (let n = 0; n < 5; n++) expect([...((await reader.read()).value ?? [])]).toStrictEqual([n]);
  expect(peer.unread).toBe(0);
});
