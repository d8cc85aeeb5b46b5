import { expect, test } from "vitest";
import { readAll } from "../support/read_all.ts";
import { webSocketLine } from "./support/lines.ts";
import { runLoad } from "./support/load.ts";
import { connected, scopeOf } from "./support/pairs.ts";

/** A message, or request, that says two numbers. */
function numbers(one: number, other: number): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(8);
  const view = new DataView(message.buffer);
  view.setUint32(0, one);
  view.setUint32(4, other);
  return message;
}

test("10,000 channels are open at a time, by both sides of a WebSocket, and none mixes with another", {
  timeout: 60_000,
}, async () => {
  const EACH = 5000;
  const both = await connected(webSocketLine);
  const scope = await scopeOf(both);
  const sides = [
    [scope.client, scope.server],
    [scope.server, scope.client],
  ] as const;
  await Promise.all(
    sides.map(async ([opener, responder], side) => {
      const opened = Array.from({ length: EACH }, (_, n) => opener.channel(numbers(side, n)));
      const incoming = [];
      for await (const channel of responder.channels) if (incoming.push(channel) === EACH) break;
      // All of them are open now. They are answered last things first.
      const answers = incoming.reverse().map(async ({ number, request, writable }) => {
        const writer = writable.getWriter();
        await writer.write(request);
        await writer.write(numbers(number, side));
        await writer.close();
      });
      const readings = await Promise.all(opened.map(({ readable }) => readAll(readable)));
      await Promise.all(answers);
      const told = readings.map(({ values, end }) => `${values.join(" ")} ${end}`);
      const expected = opened.map(({ number }, n) => `${numbers(side, n)} ${numbers(number, side)} done`);
      expect(told).toStrictEqual(expected);
    }),
  );
  expect(both.client.stats).toMatchObject({ strangers: 0, duplicates: 0, malformed: 0, dropped: 0 });
  expect(both.server.stats).toMatchObject({ strangers: 0, duplicates: 0, malformed: 0, dropped: 0 });
  await both.client.close();
});

test("100,000 messages come through a WebSocket, over 100 channels at random paces", { timeout: 60_000 }, async () => {
  const { messages, channels, stats } = await runLoad(100_000, 100);
  expect([messages, channels]).toStrictEqual([100_000, 100]);
  expect(stats.client.received + stats.server.received).toBeGreaterThan(100_000);
  for (const { strangers, duplicates, malformed, dropped } of [stats.client, stats.server]) {
    expect({ strangers, duplicates, malformed, dropped }).toStrictEqual({
      strangers: 0,
      duplicates: 0,
      malformed: 0,
      dropped: 0,
    });
  }
});
