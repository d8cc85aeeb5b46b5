import { describe, expect, test } from "vitest";
import { freeNumber } from "../../lib/connection/free_number.ts";
import { A, B, C } from "../support/messages.ts";
import { channelFinish, channelRequest, channelResponse, fieldsOf, request, responseFinish } from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { nextOf } from "./support/next_of.ts";
import { outcome } from "./support/outcome.ts";
import { clientScene, places, serverScene } from "./support/scene.ts";

const a = [...A];
const b = [...B];
const c = [...C];

describe.each(places)("%s numbers channels by their opener and scope:", (_, begin) => {
  test("two sides may have the same number in one scope, and nothing mixes", async () => {
    const { scope, peer, ask } = await begin();
    const ours = await ask();
    peer.send(channelRequest(scope.number, ours.number, B));
    const theirs = await nextOf(scope.channels);
    expect(theirs.number).toBe(ours.number);
    expect([...theirs.request]).toStrictEqual(b);

    const writer = theirs.writable.getWriter();
    peer.send(channelResponse(scope.number, ours.number, A));
    await writer.write(C);
    expect([...(await peer.next())]).toStrictEqual([...channelResponse(scope.number, theirs.number, C)]);
    await writer.close();
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, theirs.number)]);
    // Ours goes on, though theirs of the same number is finished.
    peer.send(channelResponse(scope.number, ours.number, B), channelFinish(scope.number, ours.number));
    expect(await outcome(ours.readable)).toStrictEqual({ messages: [a, b], end: "done" });
  });

  test("and theirs goes on when ours is finished", async () => {
    const { scope, peer, ask } = await begin();
    const ours = await ask();
    peer.send(channelRequest(scope.number, ours.number), channelFinish(scope.number, ours.number));
    const theirs = await nextOf(scope.channels);
    expect(await outcome(ours.readable)).toStrictEqual({ messages: [], end: "done" });
    const writer = theirs.writable.getWriter();
    await writer.write(A);
    await writer.close();
    expect(fieldsOf(await peer.next())).toStrictEqual({
      type: 5,
      scope: scope.number,
      channel: ours.number,
      payload: a,
    });
    expect(fieldsOf(await peer.next()).type).toBe(6);
  });

  test("its own are all different while they are open, and a late message finds no new channel", async () => {
    const { scope, peer, ask, connection, settled } = await begin();
    const open = [await ask(), await ask(), await ask()] as const;
    expect(new Set(open.map(({ number }) => number)).size).toBe(3);
    peer.send(channelFinish(scope.number, open[0].number));
    expect((await outcome(open[0].readable)).end).toBe("done");
    const next = await ask();
    expect(open.map(({ number }) => number)).not.toContain(next.number);
    peer.send(channelResponse(scope.number, open[0].number, A), channelFinish(scope.number, open[0].number));
    peer.send(channelResponse(scope.number, next.number, B), channelFinish(scope.number, next.number));
    expect(await outcome(next.readable)).toStrictEqual({ messages: [b], end: "done" });
    await settled();
    expect(connection.stats.strangers).toBe(2);
  });

  test("the peer's may be any, and are free again after the finish", async () => {
    const { scope, peer } = await begin();
    for (const number of [0, 5, 0x8000_0000, 0xffff_ffff]) {
      for (const payload of [a, b, c]) {
        peer.send(channelRequest(scope.number, number, payload));
        const channel = await nextOf(scope.channels);
        expect([channel.number, [...channel.request]]).toStrictEqual([number, payload]);
        await channel.writable.close();
        expect([...(await peer.next())]).toStrictEqual([...channelFinish(scope.number, number)]);
      }
    }
  });
});

describe.each(lines)("Scopes, $name:", (line) => {
  test("a client gives every one a number of its own, and two do not mix", async () => {
    const { scope: one, peer, connection } = await clientScene(await line.withPeer("client"));
    const other = connection.open(A);
    expect(fieldsOf(await peer.next())).toStrictEqual({ type: 1, scope: other.number, channel: 0, payload: a });
    expect(other.number).not.toBe(one.number);
    const channels = [one.channel(A), other.channel(A)] as const;
    // Numbers belong to the scope.
    expect(channels[0].number).toBe(channels[1].number);
    for (const { number } of [one, other]) {
      peer.send(channelRequest(number, 9, [number]), channelResponse(number, channels[0].number, [number]));
    }
    for (const { number } of [other, one]) peer.send(channelFinish(number, channels[0].number));
    expect(await outcome(channels[0].readable)).toStrictEqual({ messages: [[one.number]], end: "done" });
    expect(await outcome(channels[1].readable)).toStrictEqual({ messages: [[other.number]], end: "done" });
    expect([...(await nextOf(one.channels)).request]).toStrictEqual([one.number]);
    expect([...(await nextOf(other.channels)).request]).toStrictEqual([other.number]);
  });

  test("a server takes whatever number, and answers by it", async () => {
    const { connection, peer } = await serverScene(await line.withPeer("server"));
    for (const number of [0, 5, 0x8000_0000, 0xffff_ffff]) {
      peer.send(request(number, A), channelRequest(number, number, B));
      const scope = await nextOf(connection.scopes);
      expect([scope.number, [...scope.request]]).toStrictEqual([number, a]);
      const channel = await nextOf(scope.channels);
      await channel.writable.close();
      expect([...(await peer.next())]).toStrictEqual([...channelFinish(number, number)]);
      const writer = scope.writable.getWriter();
      await writer.write(C);
      expect(fieldsOf(await peer.next())).toStrictEqual({ type: 2, scope: number, channel: 0, payload: c });
      await writer.close();
      expect([...(await peer.next())]).toStrictEqual([...responseFinish(number)]);
    }
  });

  test("a number is free again after the finish, with nothing left of the scope that had it", async () => {
    const { scope: old, connection, peer } = await serverScene(await line.withPeer("server"));
    peer.send(channelRequest(7, 1, A));
    const left = await nextOf(old.channels);
    await old.writable.close();
    expect([...(await peer.next())]).toStrictEqual([...responseFinish(7)]);
    peer.send(request(7, B), channelRequest(7, 1, C));
    const scope = await nextOf(connection.scopes);
    expect([...scope.request]).toStrictEqual(b);
    const channel = await nextOf(scope.channels);
    expect([...channel.request]).toStrictEqual(c);
    await expect(left.writable.getWriter().write(A)).rejects.toThrow();
    await channel.writable.close();
    expect([...(await peer.next())]).toStrictEqual([...channelFinish(7, 1)]);
  });

  test("the scope of a client is over after its finish, and the rest goes on", async () => {
    const { scope: one, connection, peer, settled } = await clientScene(await line.withPeer("client"));
    const other = connection.open(A);
    const [left, kept] = [one.channel(A), other.channel(A)];
    peer.send(responseFinish(one.number), channelResponse(one.number, left.number, A));
    peer.send(channelRequest(one.number, 3), channelResponse(other.number, kept.number, B));
    peer.send(channelFinish(other.number, kept.number));
    expect(await outcome(left.readable)).toStrictEqual({ messages: [], end: "cut by scope" });
    expect(await outcome(kept.readable)).toStrictEqual({ messages: [b], end: "done" });
    await settled();
    expect(connection.stats.strangers).toBe(2);
    expect(() => one.channel(A)).toThrow(expect.objectContaining({ code: "cut", by: "scope" }));
    expect([one.number, other.number]).not.toContain(connection.open(B).number);
  });
});

describe.each(places)("%s opens by bytes:", (_, begin) => {
  const memory = Uint8Array.of(0, 0, 1, 2, 0, 0);

  test.each([
    ["a part of a buffer", memory.subarray(2, 4)],
    ["another view", new DataView(memory.buffer, 2, 2)],
    ["an ArrayBuffer", memory.slice(2, 4).buffer],
  ])("%s", async (_, payload) => {
    const { scope, peer, connection } = await begin();
    const { number } = scope.channel(payload);
    const fields = { scope: scope.number, channel: number, payload: [1, 2] };
    expect(fieldsOf(await peer.next())).toStrictEqual({ ...fields, type: 4 });
    await connection.authorize(payload);
    expect(fieldsOf(await peer.next())).toStrictEqual({ ...fields, type: 0, scope: 0, channel: 0 });
    if (!("open" in connection)) return;
    const opened = connection.open(payload);
    expect(fieldsOf(await peer.next())).toStrictEqual({ ...fields, type: 1, scope: opened.number, channel: 0 });
  });

  test.each([undefined, null, 5, "text", {}, [1, 2]])("not by %o, which opens nothing", async (thing) => {
    const { scope, peer, connection, ask } = await begin();
    // A cast, as the types would not let it through.
    const payload = thing as unknown as Uint8Array;
    expect(() => scope.channel(payload)).toThrow(TypeError);
    if ("open" in connection) expect(() => connection.open(payload)).toThrow(TypeError);
    await expect(connection.authorize(payload)).rejects.toThrow(TypeError);
    const { number, readable } = await ask([9]);
    peer.send(channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({ messages: [], end: "done" });
  });
});

describe("The next number", () => {
  test("goes up, passes over what is in use, and starts again at 0 after the last", () => {
    expect(freeNumber(0, new Set())).toBe(1);
    expect(freeNumber(1, new Set([2, 3, 5]))).toBe(4);
    expect(freeNumber(0xffff_fffe, new Set())).toBe(0xffff_ffff);
    expect(freeNumber(0xffff_ffff, new Set())).toBe(0);
    expect(freeNumber(0xffff_fffe, new Set([0xffff_ffff, 0, 1]))).toBe(2);
  });
});
