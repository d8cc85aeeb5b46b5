import { CutError, NotificationGuardedDecoderStream, notificationFrames, readFrames } from "channel-frames";
import { describe, expect, test } from "vitest";
import { frameA, frameB } from "../support/frames.ts";
import { A, B } from "../support/messages.ts";
import { paces, readAll } from "../support/read_all.ts";
import { channelFinish, channelResponse, response, responseFinish } from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { outcome } from "./support/outcome.ts";
import { clientScene, places, serverScene } from "./support/scene.ts";

const a = [...A];
const b = [...B];

describe.each(places)("%s gives what came on a channel", (_, begin) => {
  test.each(paces)("and its finish, to a reader that is %s", async (pace) => {
    const { scope, peer, ask } = await begin();
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A), channelResponse(scope.number, number, B));
    peer.send(channelFinish(scope.number, number));
    expect(await outcome(readable, pace)).toStrictEqual({ messages: [a, b], end: "done" });
  });

  test("and its finish, even if the connection breaks right after", async () => {
    const { scope, peer, ask, settled, connection } = await begin();
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A), channelFinish(scope.number, number));
    await settled();
    peer.break();
    await connection.closed;
    expect(await outcome(readable)).toStrictEqual({ messages: [a], end: "done" });
  });

  test("message by message, long before the finish", async () => {
    const { scope, peer, ask } = await begin();
    const { number, readable } = await ask();
    const reader = readable.getReader();
    for (let n = 0; n < 5; n++) {
      const read = reader.read();
      peer.send(channelResponse(scope.number, number, [n]));
      expect([...((await read).value ?? [])]).toStrictEqual([n]);
    }
  });

  test("message by message, empty ones too, each a view of its payload", async () => {
    const { scope, peer, ask } = await begin();
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number), channelResponse(scope.number, number, A));
    peer.send(channelResponse(scope.number, number), channelFinish(scope.number, number));
    const { values, end } = await readAll(readable);
    expect(values.map((message) => [...message])).toStrictEqual([[], a, []]);
    for (const { byteOffset, byteLength, buffer } of values) {
      // Behind the nine bytes of its envelope, in memory that may hold more.
      expect(byteOffset).toBeGreaterThanOrEqual(9);
      expect(buffer.byteLength).toBeGreaterThanOrEqual(byteOffset + byteLength);
    }
    expect(end).toBe("done");
  });

  test("and takes a finish with nothing before it for unserved", async () => {
    const { scope, peer, ask } = await begin();
    const [one, other] = [await ask(), await ask()];
    peer.send(channelFinish(scope.number, one.number), channelFinish(scope.number, other.number));
    const guarded = new NotificationGuardedDecoderStream();
    const { values, end } = await readAll(one.readable.pipeThrough(guarded));
    expect(values).toStrictEqual([]);
    expect(end).toHaveProperty("rejected.code", "unserved");
    expect(await guarded.ending).toStrictEqual({ kind: "unserved", frames: 0 });
    const frames = readFrames(other.readable, notificationFrames);
    expect((await readAll(frames)).end).toHaveProperty("rejected.code", "unserved");
    expect(await frames.ending).toStrictEqual({ kind: "unserved", frames: 0 });
  });

  test.each(["break", "close"] as const)("up to the end of the connection (%s), and calls it cut", async (how) => {
    for (const pace of paces) {
      const { scope, peer, ask, settled } = await begin();
      const { number, readable } = await ask();
      const silent = await ask();
      peer.send(channelResponse(scope.number, number, A), channelResponse(scope.number, number, B));
      await settled();
      peer[how]();
      expect(await outcome(readable, pace)).toStrictEqual({ messages: [a, b], end: "cut by carrier" });
      expect(await outcome(silent.readable, pace)).toStrictEqual({ messages: [], end: "cut by carrier" });
    }
  });

  test.each(["break", "close"] as const)("to whoever asks only after the connection's end (%s)", async (how) => {
    const { scope, peer, ask, settled, connection } = await begin();
    const channels = [await ask(), await ask(), await ask()] as const;
    const [one, other, silent] = channels;
    peer.send(channelResponse(scope.number, one.number, A), channelFinish(scope.number, one.number));
    peer.send(channelResponse(scope.number, other.number, B));
    await settled();
    peer[how]();
    await connection.closed;
    expect(await outcome(one.readable)).toStrictEqual({ messages: [a], end: "done" });
    expect(await outcome(other.readable)).toStrictEqual({ messages: [b], end: "cut by carrier" });
    expect(await outcome(silent.readable)).toStrictEqual({ messages: [], end: "cut by carrier" });
  });

  test.each(["break", "close"] as const)("and a cut (%s) is never unserved, nor finished", async (how) => {
    const { scope, peer, ask, settled } = await begin();
    const [none, two] = [await ask(), await ask()];
    peer.send(channelResponse(scope.number, two.number, A), channelResponse(scope.number, two.number, B));
    await settled();
    peer[how]();
    for (const [{ readable }, frames] of [
      [none, []],
      [two, [frameA, frameB]],
    ] as const) {
      const guarded = new NotificationGuardedDecoderStream();
      const { values, end } = await readAll(readable.pipeThrough(guarded), "slow");
      expect(values).toStrictEqual(frames);
      expect(end).toHaveProperty("rejected.code", "cut");
      const ending = await guarded.ending;
      expect(ending).toStrictEqual({ kind: "cut", frames: frames.length, reason: expect.any(CutError) });
    }
  });
});

describe.each(lines)("A scope, $name,", (line) => {
  test("that the server finishes cuts the client's channels in it that were not", async () => {
    const { scope, peer, ask, connection, settled } = await clientScene(await line.withPeer("client"));
    const [one, other, silent] = [await ask(), await ask(), await ask()];
    const elsewhere = connection.open(Uint8Array.of(2));
    const spared = elsewhere.channel(Uint8Array.of());
    peer.send(channelResponse(scope.number, one.number, A), channelResponse(scope.number, other.number, B));
    peer.send(channelFinish(scope.number, other.number), responseFinish(scope.number));
    await settled();
    peer.send(channelResponse(elsewhere.number, spared.number, B), channelFinish(elsewhere.number, spared.number));
    expect(await outcome(one.readable, "slow")).toStrictEqual({ messages: [a], end: "cut by scope" });
    expect(await outcome(other.readable, "slow")).toStrictEqual({ messages: [b], end: "done" });
    expect(await outcome(silent.readable)).toStrictEqual({ messages: [], end: "cut by scope" });
    expect(await outcome(scope.responses)).toStrictEqual({ messages: [], end: "done" });
    expect(await outcome(spared.readable)).toStrictEqual({ messages: [b], end: "done" });
  });

  test("that this server finishes cuts its own channels in it that were not", async () => {
    const { scope, peer, ask, settled } = await serverScene(await line.withPeer("server"));
    const [one, other, silent] = [await ask(), await ask(), await ask()];
    peer.send(channelResponse(7, one.number, A), channelResponse(7, other.number, B), channelFinish(7, other.number));
    await settled();
    await scope.writable.close();
    expect([...(await peer.next())]).toStrictEqual([...responseFinish(7)]);
    expect(await outcome(one.readable, "slow")).toStrictEqual({ messages: [a], end: "cut by local" });
    expect(await outcome(other.readable)).toStrictEqual({ messages: [b], end: "done" });
    expect(await outcome(silent.readable)).toStrictEqual({ messages: [], end: "cut by local" });
  });

  test("has responses of its own, up to its finish", async () => {
    const { scope, peer } = await clientScene(await line.withPeer("client"));
    peer.send(
      response(scope.number, A),
      response(scope.number),
      response(scope.number, B),
      responseFinish(scope.number),
    );
    expect(await outcome(scope.responses, "slow")).toStrictEqual({ messages: [a, [], b], end: "done" });
  });

  test.each(["break", "close"] as const)("has its responses cut by the end of the connection (%s)", async (how) => {
    const { scope, peer, settled, connection } = await clientScene(await line.withPeer("client"));
    const silent = connection.open(Uint8Array.of(2));
    peer.send(response(scope.number, A));
    await settled();
    peer[how]();
    expect(await outcome(scope.responses)).toStrictEqual({ messages: [a], end: "cut by carrier" });
    expect(await outcome(silent.responses)).toStrictEqual({ messages: [], end: "cut by carrier" });
  });
});
