import { describe, expect, test } from "vitest";
import { CheckedReader, CheckedWriter } from "./support/checked_messages.ts";

/** Three messages of a channel. */
function three(channel: number): [Uint8Array, Uint8Array, Uint8Array] {
  const writer = new CheckedWriter(channel);
  return [writer.next(), writer.next(), writer.next()];
}

function takeAll(messages: readonly Uint8Array[]): number {
  const reader = new CheckedReader(5);
  for (const message of messages) reader.take(message);
  return reader.count;
}

describe("A message that is checked", () => {
  const [first, second, third] = three(5);

  test("is taken if it is the next of its channel", () => {
    expect(takeAll([first, second, third])).toBe(3);
  });

  test("does not pass if one is lost, doubled, out of order, of another channel, cut or changed", () => {
    const changed = second.slice();
    changed.set([(changed.at(-1) ?? 0) ^ 1], changed.length - 1);
    const wrong = [
      [second],
      [first, third],
      [first, first],
      [second, first],
      [first, three(6)[1]],
      [three(6)[0]],
      [first, second.subarray(0, second.length - 1)],
      [first, changed],
    ];
    for (const messages of wrong) expect(() => takeAll(messages)).toThrow("Channel 5");
  });
});
