import { describe, expect, test } from "vitest";
import { authorization, channelFinish, channelResponse, raw } from "./support/bytes.ts";
import { lines } from "./support/lines.ts";
import { outcome } from "./support/outcome.ts";
import { connected } from "./support/pairs.ts";
import { places } from "./support/scene.ts";

const payloads = [[], [0], [255, 0, 1], [...new TextEncoder().encode('{"token":"…"}')]];

describe.each(places)("%s", (_, begin) => {
  test("sends an authorization as the bytes that it is given", async () => {
    const { connection, peer } = await begin();
    for (const payload of payloads) {
      await connection.authorize(Uint8Array.from(payload));
      expect([...(await peer.next())]).toStrictEqual([...authorization(payload)]);
    }
  });

  test("hands over the payload of each authorization, whatever else it says, in order with the rest", async () => {
    const told: unknown[] = [];
    const { scope, peer, ask, settled } = await begin({ onAuthorization: (payload) => told.push([...payload]) });
    const { number, readable } = await ask();
    for (const payload of payloads) {
      peer.send(channelResponse(scope.number, number, payload), raw(0, scope.number, number, payload));
    }
    peer.send(channelFinish(scope.number, number));
    await settled();
    expect(told).toStrictEqual(payloads);
    expect(await outcome(readable)).toStrictEqual({ messages: payloads, end: "done" });
  });

  test("needs nobody to hear an authorization", async () => {
    const { scope, peer, ask, connection } = await begin();
    const { number, readable } = await ask();
    peer.send(authorization([1]), channelFinish(scope.number, number));
    expect(await outcome(readable)).toStrictEqual({ messages: [], end: "done" });
    expect(connection.stats.malformed + connection.stats.strangers).toBe(0);
  });
});

test.each(lines)("Both sides may authorize themselves, as often as they like, $name", async (line) => {
  const heard = { client: [] as number[][], server: [] as number[][] };
  const { client, server } = await connected(line, {
    client: { onAuthorization: (payload) => heard.client.push([...payload]) },
    server: { onAuthorization: (payload) => heard.server.push([...payload]) },
  });
  for (const payload of payloads) {
    await client.authorize(Uint8Array.from(payload));
    await server.authorize(Uint8Array.from(payload).reverse());
  }
  await client.close();
  await server.closed;
  expect(heard.server).toStrictEqual(payloads);
  expect(heard.client).toStrictEqual(payloads.map((payload) => [...payload].reverse()));
});
