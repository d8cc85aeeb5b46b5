import { describe, expect, test } from "vitest";
import { channelRequest, fieldsOf } from "./support/bytes.ts";
import { nextOf } from "./support/next_of.ts";
import { places } from "./support/scene.ts";

const BACKLOG = 4000;
const OTHERS = 10;
const ROUNDS = 5;

describe.each(places)("%s with one channel that has thousands of messages to send", (_, begin) => {
  test("gives every other its turn: what they write waits for one message of each, and not for the backlog", async () => {
    const { scope, peer, connection } = await begin();
    const channels = [];
    for (let number = 0; number <= OTHERS; number++) {
      peer.send(channelRequest(scope.number, number));
      channels.push(await nextOf(scope.channels));
    }
    const [busy, ...others] = channels.map(({ writable }) => writable.getWriter());
    // Larger than a socket takes at once.
    const large = new Uint8Array(4096);
    const backlog = Array.from({ length: BACKLOG }, () => busy?.write(large));
    for (let n = 0; n < 200; n++) await peer.next();

    /** At which place of everything that is sent each message of the others comes, and where it was when it was written. */
    const written: { readonly at: number; readonly key: string }[] = [];
    await Promise.all(
      others.map(async (writer, other) => {
        for (let round = 0; round < ROUNDS; round++) {
          written.push({ at: connection.stats.sent, key: `${other + 1} ${round}` });
          await writer.write(Uint8Array.of(round));
        }
      }),
    );
    await Promise.all([...backlog, ...others.map((writer) => writer.close())]);
    while (peer.received.length < BACKLOG + OTHERS * (ROUNDS + 1)) await peer.next();

    const places = new Map<string, number>();
    for (const [at, message] of peer.received.entries()) {
      const { channel, payload, type } = fieldsOf(message.subarray(0, 10));
      if (type === 5) places.set(`${channel} ${payload[0]}`, at);
    }
    // In between there may be one of each channel, and what each had in its hand.
    const most = 2 * (OTHERS + 1);
    for (const { at, key } of written) expect((places.get(key) ?? Number.NaN) - at).toBeLessThanOrEqual(most);
    // It was a backlog indeed, in the middle of which they came.
    const last = Math.max(...written.map(({ key }) => places.get(key) ?? Number.NaN));
    expect(peer.received.length - last).toBeGreaterThan(BACKLOG / 4);
  });

  test("and gives the busy one its turn among many", async () => {
    const { scope, peer } = await begin();
    const writers = [];
    for (let number = 0; number < 50; number++) {
      peer.send(channelRequest(scope.number, number));
      writers.push((await nextOf(scope.channels)).writable.getWriter());
    }
    const large = new Uint8Array(4096);
    await Promise.all(writers.flatMap((writer) => Array.from({ length: 20 }, () => writer.write(large))));
    while (peer.received.length < 1000) await peer.next();
    const order = peer.received.slice(-1000).map((message) => fieldsOf(message.subarray(0, 9)).channel);
    // After each round all have had as many turns.
    for (let round = 1; round <= 20; round++) {
      const turns = new Array(50).fill(0);
      for (const channel of order.slice(0, round * 50)) turns[channel]++;
      expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(1);
    }
  });
});
