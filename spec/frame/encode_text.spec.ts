import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeText } from "../../lib/frame/encode_text.ts";

const encoder = new TextEncoder();

/** What it has to be, by the plain way. */
function byHand(tag: number, text: string): Uint8Array {
  const body = encoder.encode(text);
  const message = new Uint8Array(body.byteLength + 1);
  message[0] = tag;
  message.set(body, 1);
  return message;
}

describe("encodeText", () => {
  it.each(["a", "é", "€", "😀", "\ud800", "\u0000"])(
    "writes %j like the encoder does, at every length near a bound",
    (unit) => {
      for (const length of [0, 1, 2, 31, 5459, 5460, 5461, 5462, 8191, 16_382, 16_383, 16_384, 70_000]) {
        const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
        expect(encodeText(1, text)).toStrictEqual(byHand(1, text));
      }
    },
  );

  it("writes any text like the encoder does, whatever was written before", () => {
    fc.assert(
      fc.property(fc.nat(1), fc.string({ unit: "binary", maxLength: 300 }), (tag, text) => {
        expect(encodeText(tag, text)).toStrictEqual(byHand(tag, text));
      }),
    );
  });

  it("gives each message memory of its own, all of it, which no later one writes to", () => {
    const first = encodeText(0, "first");
    const second = encodeText(1, "zweite");
    expect(first).toStrictEqual(byHand(0, "first"));
    expect([first.buffer.byteLength, second.buffer.byteLength]).toStrictEqual([6, 7]);
  });
});
