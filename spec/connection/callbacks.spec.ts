import { describe, expect, test } from "vitest";
import { A } from "../support/messages.ts";
import { authorization, channelFinish, channelResponse } from "./support/bytes.ts";
import { outcome } from "./support/outcome.ts";
import { places } from "./support/scene.ts";

const X = Symbol("broken");

describe.each(places)("%s: what a callback throws ends the connection", (_, begin) => {
  test.each<[string, Record<string, () => never>, Uint8Array]>([
    ["onDisregard", { onDisregard: thrower }, new Uint8Array(3)],
    ["onDisregard", { onDisregard: thrower }, channelFinish(99, 99)],
    ["onAuthorization", { onAuthorization: thrower }, authorization([1])],
  ])("%s", async (_, options, message) => {
    const { scope, peer, ask, connection, settled } = await begin(options);
    const { number, readable } = await ask();
    peer.send(channelResponse(scope.number, number, A));
    await settled();
    peer.send(message, channelFinish(scope.number, number));
    expect(await connection.closed).toStrictEqual({ clean: false, reason: X });
    expect(await peer.ended).toBe("broken off");
    expect(await outcome(readable)).toStrictEqual({ messages: [[...A]], end: "cut by local" });
  });
});

function thrower(): never {
  throw X;
}
