import { describe, expect, test } from "vitest";
import { A, B, C } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { authorization, channelFinish, channelResponse, response, responseFinish } from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { outcome } from "./support/outcome.ts";
import { clientScene, memoryScene, places } from "./support/scene.ts";

describe.each(places)("%s whose reader cancels a channel", (_, begin) => {
  test("drops what comes on it later, and counts it; other channels are complete", async () => {
    const { scope, peer, ask, connection, settled } = await begin();
    const [left, other] = [await ask(), await ask()];
    const reader = left.readable.getReader();
    peer.send(channelResponse(scope.number, left.number, A));
    expect((await reader.read()).done).toBe(false);
    await reader.cancel("enough");
    for (const message of [A, B, C]) {
      peer.send(
        channelResponse(scope.number, left.number, message),
        channelResponse(scope.number, other.number, message),
      );
    }
    peer.send(channelFinish(scope.number, other.number));
    expect(await outcome(other.readable)).toStrictEqual({ messages: [[...A], [...B], [...C]], end: "done" });
    expect(await reader.read()).toStrictEqual({ done: true, value: undefined });
    await settled();
    expect(connection.stats).toMatchObject({ dropped: 3, strangers: 0, malformed: 0 });
  });

  test("tells the peer nothing", async () => {
    const { peer, ask, connection } = await begin();
    const { readable } = await ask();
    await readable.cancel("enough");
    await connection.authorize(A);
    expect([...(await peer.next())]).toStrictEqual([...authorization(A)]);
  });

  test("has its number free after the finish, and not before", async () => {
    const { scope, peer, ask, connection, settled } = await begin();
    const { number, readable } = await ask();
    await readable.cancel();
    peer.send(channelResponse(scope.number, number, A), channelFinish(scope.number, number));
    peer.send(channelResponse(scope.number, number, B));
    await settled();
    expect(connection.stats).toMatchObject({ dropped: 1, strangers: 1 });
  });

  test("drops what was queued, too, without an error", async () => {
    const { scope, peer, ask, connection, settled } = await begin();
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A), channelResponse(scope.number, number, B));
    await settled();
    await readable.cancel();
    expect(await outcome(readable)).toStrictEqual({ messages: [], end: "done" });
    peer.send(channelFinish(scope.number, number));
    await settled();
    expect(connection.stats.strangers).toBe(0);
  });
});

test.each(lines)("Cancelling the responses of a scope leaves the scope open, $name", async (line) => {
  const { scope, peer, ask, connection, settled } = await clientScene(await line.withPeer("client"));
  await scope.responses.cancel();
  const { number, readable } = await ask();
  peer.send(response(scope.number, A), channelResponse(scope.number, number, B), channelFinish(scope.number, number));
  expect(await outcome(readable)).toStrictEqual({ messages: [[...B]], end: "done" });
  await settled();
  expect(connection.stats.dropped).toBe(1);
  peer.send(responseFinish(scope.number));
  await settled();
  expect(() => scope.channel(A)).toThrow(expect.objectContaining({ code: "cut", by: "scope" }));
});

test("A read that is given up, by releasing its lock, loses no message", async () => {
  const { scope, peer, ask, settled } = await memoryScene("client");
  const { number, readable } = await ask();
  const reader = readable.getReader();
  const given = reader.read().catch(() => "given up");
  reader.releaseLock();
  expect(await given).toBe("given up");
  peer.send(channelResponse(scope.number, number, A), channelResponse(scope.number, number, B));
  peer.send(channelFinish(scope.number, number));
  await settled();
  await turn();
  expect(await outcome(readable)).toStrictEqual({ messages: [[...A], [...B]], end: "done" });
});
