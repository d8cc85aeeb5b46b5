import type { Disregarded } from "channel-frames/connection";
import { describe, expect, test } from "vitest";
import { A, B } from "../support/messages.ts";
import {
  channelFinish,
  channelRequest,
  channelResponse,
  raw,
  request,
  response,
  responseFinish,
} from "./support/bytes.ts";
import { nextOf } from "./support/next_of.ts";
import { outcome } from "./support/outcome.ts";
import { memoryScene, places } from "./support/scene.ts";

/** What was told of one message. */
function telling({ reason, ...what }: Disregarded): unknown {
  return "error" in what ? [reason, what.error.code] : [reason, what.envelope];
}

describe.each(places)("%s disregards", (_, begin, role) => {
  const fromElsewhere = role === "client" ? request : response;

  test("what is no envelope of the peer, counts it and tells of it, and goes on", async () => {
    const told: unknown[] = [];
    const { scope, peer, ask, connection, settled } = await begin({
      onDisregard: (disregarded) => told.push(telling(disregarded)),
    });
    const { number, readable } = await ask();
    const before = connection.stats;
    peer.send(channelResponse(scope.number, number, A));
    peer.send(
      new Uint8Array(),
      channelResponse(scope.number, number, A).subarray(0, 8),
      raw(200, scope.number, number, A),
      fromElsewhere(scope.number, A),
    );
    peer.send(channelResponse(scope.number, number, B), channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A], [...B]], end: "done" });
    await settled();
    expect(told).toStrictEqual([
      ["malformed", "short"],
      ["malformed", "short"],
      ["malformed", "unknown-type"],
      ["malformed", "unknown-type"],
    ]);
    const received = before.received + 8;
    expect(connection.stats).toStrictEqual({ ...before, received, malformed: 4 });
  });

  test("text messages, which are not even counted", async () => {
    const told: unknown[] = [];
    const { scope, peer, ask, connection, settled } = await begin({ onDisregard: (it) => told.push(it) });
    const { number, readable } = await ask();
    const before = connection.stats;
    peer.send("", "text", channelResponse(scope.number, number, A), "close", channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "done" });
    await settled();
    expect(told).toStrictEqual([]);
    expect(connection.stats).toStrictEqual({ ...before, received: before.received + 3 });
  });

  test("strangers: whatever names a scope or channel that is not open", async () => {
    const told: unknown[] = [];
    const { scope, peer, ask, connection, settled } = await begin({
      onDisregard: (disregarded) => told.push(telling(disregarded)),
    });
    const { number, readable } = await ask();
    const elsewhere = scope.number + 1;
    // Of the peer's own channel nothing but the request comes from the peer.
    peer.send(channelRequest(scope.number, number + 1, A));
    peer.send(
      channelRequest(elsewhere, 1, A),
      channelResponse(elsewhere, number, A),
      channelFinish(elsewhere, number),
      channelResponse(scope.number, number + 1, A),
      channelFinish(scope.number, number + 1),
    );
    if (role === "client") peer.send(response(elsewhere, A), responseFinish(elsewhere));
    peer.send(channelResponse(scope.number, number, B), channelFinish(scope.number, number));
    peer.send(channelFinish(scope.number, number), channelResponse(scope.number, number, A));
    expect(await outcome(readable)).toStrictEqual({ messages: [[...B]], end: "done" });
    await settled();
    const payload = Uint8Array.from(A);
    const own = [
      ["stranger", { type: "response", scope: elsewhere, payload }],
      ["stranger", { type: "response-finish", scope: elsewhere }],
    ];
    const expected = [
      ["stranger", { type: "channel-request", scope: elsewhere, channel: 1, payload }],
      ["stranger", { type: "channel-response", scope: elsewhere, channel: number, payload }],
      ["stranger", { type: "channel-response-finish", scope: elsewhere, channel: number }],
      ["stranger", { type: "channel-response", scope: scope.number, channel: number + 1, payload }],
      ["stranger", { type: "channel-response-finish", scope: scope.number, channel: number + 1 }],
      ...(role === "client" ? own : []),
      ["stranger", { type: "channel-response-finish", scope: scope.number, channel: number }],
      ["stranger", { type: "channel-response", scope: scope.number, channel: number, payload }],
    ];
    expect(told).toStrictEqual(expected);
    expect(connection.stats.strangers).toBe(expected.length);
    // The channel that the strangers named with it was not touched.
    const channel = await nextOf(scope.channels);
    expect(channel.number).toBe(number + 1);
    await channel.writable.close();
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, number + 1)]);
  });

  test("duplicates: whatever opens what is open, taken or not", async () => {
    const told: unknown[] = [];
    const { scope, peer, connection, settled } = await begin({
      onDisregard: (disregarded) => told.push(telling(disregarded)),
    });
    peer.send(channelRequest(scope.number, 5, A), channelRequest(scope.number, 5, B));
    const channel = await nextOf(scope.channels);
    peer.send(channelRequest(scope.number, 5, B));
    if (role === "server") peer.send(request(scope.number, B));
    await settled();
    const payload = Uint8Array.from(B);
    const duplicate = ["duplicate", { type: "channel-request", scope: scope.number, channel: 5, payload }];
    const ofScope = ["duplicate", { type: "request", scope: scope.number, payload }];
    expect(told).toStrictEqual([duplicate, duplicate, ...(role === "server" ? [ofScope] : [])]);
    expect(connection.stats.duplicates).toBe(told.length);
    // The first is the one that is answered, and once.
    expect([...channel.request]).toStrictEqual([...A]);
    await channel.writable.close();
    peer.send(channelRequest(scope.number, 6));
    expect((await nextOf(scope.channels)).number).toBe(6);
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, 5)]);
    expect(told).toHaveLength(role === "server" ? 3 : 2);
  });
});

describe.each(["client", "server"] as const)("A %s", (role) => {
  test("disregards what is no message at all, such as other carriers may bring", async () => {
    const told: unknown[] = [];
    const { scope, peer, ask, connection } = await memoryScene(role, {
      onDisregard: (disregarded) => told.push(telling(disregarded)),
    });
    const { number, readable } = await ask();
    // A cast, as the types would not let it through.
    for (const thing of [null, undefined, 5, {}, [5]]) peer.send(thing as unknown as Uint8Array);
    peer.send(channelResponse(scope.number, number, B), channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({ messages: [[...B]], end: "done" });
    expect(told.map((one) => Array.isArray(one) && one[0])).toStrictEqual(new Array(5).fill("malformed"));
    expect(connection.stats.malformed).toBe(5);
  });

  test("disregards a message whose memory was detached", async () => {
    const { scope, peer, ask, connection } = await memoryScene(role);
    const { number, readable } = await ask();
    const detached = channelResponse(scope.number, number, A);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    peer.send(detached, channelResponse(scope.number, number, B), channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({ messages: [[...B]], end: "done" });
    expect(connection.stats.malformed).toBe(1);
  });

  test("takes messages of any view, and ArrayBuffers", async () => {
    const { scope, peer, ask } = await memoryScene(role);
    const { number, readable } = await ask();
    const memory = new Uint8Array(40);
    const message = channelResponse(scope.number, number, [1, 2]);
    memory.set(message, 7);
    peer.send(memory.subarray(7, 7 + message.length));
    // Casts, as a connection's stream has a type for Uint8Arrays alone.
    peer.send(new DataView(memory.buffer, 7, message.length) as unknown as Uint8Array);
    peer.send(message.buffer as unknown as Uint8Array);
    peer.send(channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({
      messages: [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
      end: "done",
    });
  });
});
