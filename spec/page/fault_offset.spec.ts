import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { faultOffset } from "../../lib/page/engine/fault_offset.ts";

const message = (text: string): Uint8Array => new TextEncoder().encode(`\0${text}`);

describe("faultOffset", () => {
  test.each([
    ['{"a":}', 6],
    ["[1,2,]", 6],
    ['{"a" 1}', 6],
    ["nul}", 4],
    ['"a\\q"', 4],
    ["1 2", 3],
    ['{"a":1}x', 8],
    ["01", 2],
    ['{"a":tree}', 8],
    ["1.x", 3],
    ["1e+}", 4],
    ["]", 1],
    ["{]", 2],
    ['[{"a":1,}]', 9],
    ["\ufeff{}", 1],
    ['"\u0001"', 2],
  ])("is the first byte of %j that JSON does not have there", (text, offset) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(faultOffset(message(text))).toBe(offset);
  });

  test.each([
    ["nothing at all", [], 0],
    ["a tag that is none", [2, 0x7b, 0x7d], 0],
    ["a tag alone", [0], 1],
    ["a byte that is no UTF-8", [0, 0x22, 0x61, 0xff, 0x22], 3],
    ["a character that is cut off", [0, 0x22, 0xe2, 0x82], 4],
    ["a surrogate in UTF-8", [0, 0x22, 0xed, 0xa0, 0x80, 0x22], 3],
  ])("is known for %s", (_, bytes, offset) => {
    expect(faultOffset(Uint8Array.from(bytes))).toBe(offset);
  });

  test("is where the 128th level begins", () => {
    expect(faultOffset(message("[".repeat(127) + "]".repeat(127)))).toBeUndefined();
    expect(faultOffset(message("[".repeat(128) + "]".repeat(128)))).toBe(128);
  });

  test("is none in any JSON, and the end of any that was cut", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(), (text, cut) => {
        expect(faultOffset(message(text))).toBeUndefined();
        const part = text.slice(0, cut % text.length);
        // A number, or a text with half of a surrogate pair, may be cut into another that is whole, or into ill-formed UTF-8.
        fc.pre(!isJson(part) && !/\p{Surrogate}/u.test(part));
        expect(faultOffset(message(part))).toBe(message(part).byteLength);
      }),
    );
  });

  test("takes a text of megabytes", () => {
    expect(faultOffset(message(`"${"a\\n".repeat(1_000_000)}"x`))).toBe(3_000_003);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
