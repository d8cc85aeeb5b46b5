import type { Stall } from "channel-frames/connection";
import { afterEach, describe, expect, test, vi } from "vitest";
import { A, B } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { channelFinish, channelRequest, channelResponse, fieldsOf, request, responseFinish } from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { memoryLine } from "./support/memory_line.ts";
import { nextOf } from "./support/next_of.ts";
import { outcome } from "./support/outcome.ts";
import { channelOf, connected, scopeOf } from "./support/pairs.ts";
import { memoryScene, serverScene } from "./support/scene.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe.each(["client", "server"] as const)("Channels that a %s does not take", (role) => {
  test("make it wait: so many are queued, and it reads on as they are taken", async () => {
    const { scope, peer } = await memoryScene(role, { maxQueuedOpenings: 2 });
    for (let number = 0; number < 6; number++) peer.send(channelRequest(scope.number, number));
    await turn();
    expect(peer.unread).toBe(4);
    for (let number = 0; number < 6; number++) {
      expect((await nextOf(scope.channels)).number).toBe(number);
      await turn();
      expect(peer.unread).toBe(Math.max(0, 3 - number));
    }
    expect(peer.received.map((message) => fieldsOf(message).type)).not.toContain(6);
  });

  test("are 1024 by default", async () => {
    const { scope, peer } = await memoryScene(role);
    for (let number = 0; number < 1100; number++) peer.send(channelRequest(scope.number, number));
    await turn();
    expect(peer.unread).toBe(1100 - 1024);
  });

  test("are named to onStall", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stalls: Stall[] = [];
    const { scope, peer } = await memoryScene(role, { maxQueuedOpenings: 2, onStall: (stall) => stalls.push(stall) });
    for (let number = 0; number < 6; number++) peer.send(channelRequest(scope.number, number));
    await turn();
    vi.advanceTimersByTime(5000);
    expect(stalls).toMatchObject([{ scope: scope.number, waiting: "openings", length: 2 }]);
  });

  test('are finished at once under "cut", and the connection goes on', async () => {
    const { scope, peer, ask, settled, connection } = await memoryScene(role, {
      whenFull: "cut",
      maxQueuedOpenings: 2,
    });
    const { number, readable } = await ask();
    for (const opened of [0, 5, 6, 9]) peer.send(channelRequest(scope.number, opened));
    peer.send(channelResponse(scope.number, number, A), channelFinish(scope.number, number));
    await turn();
    expect(peer.unread).toBe(0);
    expect(connection.stats.refused).toBe(2);
    for (const refused of [6, 9]) {
      expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, refused)]);
    }
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "done" });
    // The number is free: when there is room, it can be opened.
    expect((await nextOf(scope.channels)).number).toBe(0);
    peer.send(channelRequest(scope.number, 6, B));
    await settled();
    expect((await nextOf(scope.channels)).number).toBe(5);
    const again = await nextOf(scope.channels);
    expect([again.number, [...again.request]]).toStrictEqual([6, [...B]]);
    await again.writable.close();
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, 6)]);
  });

  test('of a peer that floods and does not listen: it is made to wait, even under "cut"', async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stalls: Stall[] = [];
    const { scope, peer } = await memoryScene(role, {
      whenFull: "cut",
      maxQueuedOpenings: 2,
      onStall: (stall) => stalls.push(stall),
    });
    const before = peer.received.length;
    peer.deafen();
    for (let number = 0; number < 5000; number++) peer.send(channelRequest(scope.number, number));
    await turn();
    // Two are queued, one refusal is on the line, and one waits for it.
    expect(peer.unread).toBe(5000 - 4);
    vi.advanceTimersByTime(5000);
    expect(stalls).toMatchObject([{ scope: scope.number, waiting: "refusals" }]);
    peer.listen();
    for (let number = 2; number < 5000; number++) {
      expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, number)]);
    }
    expect(peer.received).toHaveLength(before + 4998);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("Channels of a scope that this server finishes hold nothing up any more", async () => {
  const { scope, peer, connection } = await serverScene(memoryLine(), { maxQueuedOpenings: 1 });
  peer.send(channelRequest(7, 1), channelRequest(7, 2), request(8));
  await turn();
  expect(peer.unread).toBe(2);
  await scope.writable.close();
  expect((await nextOf(connection.scopes)).number).toBe(8);
  expect(connection.stats.strangers).toBe(1);
});

describe("Scopes that a server does not take", () => {
  test("make it wait", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stalls: Stall[] = [];
    const { connection, peer } = await serverScene(memoryLine(), {
      maxQueuedOpenings: 2,
      onStall: (stall) => stalls.push(stall),
    });
    for (let number = 10; number < 16; number++) peer.send(request(number));
    await turn();
    expect(peer.unread).toBe(4);
    vi.advanceTimersByTime(5000);
    expect(stalls).toMatchObject([{ waiting: "openings", length: 2 }]);
    for (let number = 10; number < 16; number++) expect((await nextOf(connection.scopes)).number).toBe(number);
    expect(peer.unread).toBe(0);
    expect(peer.received).toStrictEqual([]);
  });

  test('are finished at once under "cut"', async () => {
    const { connection, peer, settled } = await serverScene(memoryLine(), { whenFull: "cut", maxQueuedOpenings: 2 });
    for (const number of [10, 11, 12, 13]) peer.send(request(number), channelRequest(number, 1));
    await turn();
    expect(peer.unread).toBe(0);
    for (const number of [12, 13]) expect([...(await peer.next())]).toStrictEqual([...responseFinish(number)]);
    await settled();
    // Their channels are in no scope.
    expect(connection.stats.strangers).toBe(2);
    for (const number of [10, 11]) {
      const scope = await nextOf(connection.scopes);
      expect([scope.number, (await nextOf(scope.channels)).number]).toStrictEqual([number, 1]);
    }
  });

  test('of a peer that floods and does not listen: it is made to wait, even under "cut"', async () => {
    const { peer } = await serverScene(memoryLine(), { whenFull: "cut", maxQueuedOpenings: 2 });
    peer.deafen();
    for (let number = 10; number < 5010; number++) peer.send(request(number));
    await turn();
    expect(peer.unread).toBe(5000 - 4);
    peer.listen();
    for (let number = 12; number < 5010; number++) {
      expect([...(await peer.next())]).toStrictEqual([...responseFinish(number)]);
    }
  });
});

test.each(lines)("Who is refused sees what is not served, $name", async (line) => {
  const both = await connected(line, { server: { whenFull: "cut", maxQueuedOpenings: 1 } });
  const scope = await scopeOf(both);
  const taken = scope.client.channel(A);
  const refused = scope.client.channel(A);
  expect(await outcome(refused.readable)).toStrictEqual({ messages: [], end: "done" });
  await (await nextOf(scope.server.channels)).writable.close();
  expect(await outcome(taken.readable)).toStrictEqual({ messages: [], end: "done" });
  const { opened, incoming } = await channelOf(scope, "client");
  const writer = incoming.writable.getWriter();
  await writer.write(B);
  await writer.close();
  expect(await outcome(opened.readable)).toStrictEqual({ messages: [[...B]], end: "done" });
});
