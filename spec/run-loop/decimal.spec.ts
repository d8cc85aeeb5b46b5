import { decodeFrame, runLoopFrames } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDecimal } from "../../lib/run-loop/decimal.ts";
import { message } from "../support/messages.ts";

const most = 2n ** 96n - 1n;

/** Whether a chunk with that log probability, given as JSON text, is read. */
function reads(text: string): boolean {
  const body = `{"type":"assistant_refusal","text":"t","logprobs":[{"token":"a","logprob":${text},"top_logprobs":[]}]}`;
  try {
    return decodeFrame(runLoopFrames, message(0, body)).type === "chunk";
  } catch {
    return false;
  }
}

describe("isDecimal", () => {
  it.each([
    "0",
    "-0",
    "+0.5",
    ".5",
    "-.5",
    "5.",
    "007",
    "1_000",
    "1_",
    "1_.5",
    "1._5",
    "-0.1234567890123456789012345678",
    "0.00000000000000000000000000001",
    "1.99999999999999999999999999999999999999",
    "-1.5e-3",
    "1E5",
    "1e+5",
    "1e-28",
    "7e28",
    "7.9228162514264337593543950335e28",
    "79228162514264337593543950335",
    "-79228162514264337593543950335",
  ])("takes the text %j", (text) => {
    expect(isDecimal(text)).toBe(true);
    expect(reads(JSON.stringify(text))).toBe(true);
  });

  it.each([
    "",
    " ",
    " 1",
    "1 ",
    ".",
    "-",
    "+",
    "--1",
    "+-1",
    "1.2.3",
    "1,5",
    "_1",
    "-_1",
    "._1",
    "e5",
    "1e",
    "1e5.5",
    "1e-29",
    "1e29",
    "8e28",
    "1e400",
    "79228162514264337593543950336",
    "-79228162514264337593543950336",
    "99999999999999999999999999999999",
    "NaN",
    "Infinity",
    "-inf",
    "0x10",
    "low",
    "١",
    "1\n",
  ])("refuses the text %j", (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(reads(JSON.stringify(text))).toBe(false);
  });

  it.each([0, -0, -0.5, -9999, 1e28, -1e28, 1e-30, 5e-324, 2 ** 96 - 2 ** 43, -(2 ** 96 - 2 ** 43)])(
    "takes the number %d",
    (value) => {
      expect(isDecimal(value)).toBe(true);
      expect(reads(JSON.stringify(value))).toBe(true);
    },
  );

  it.each([2 ** 96, -(2 ** 96), 1e29, Number.MAX_VALUE, -Number.MAX_VALUE])("refuses the number %d", (value) => {
    expect(isDecimal(value)).toBe(false);
    expect(reads(JSON.stringify(value))).toBe(false);
  });

  it.each([2n ** 53n + 1n, 2n ** 64n - 1n, -(2n ** 63n)])("takes the bigint %s", (value) => {
    expect(isDecimal(value)).toBe(true);
  });

  it.each([true, false, null, undefined, [], ["1"], {}, [1]])("refuses %j", (value) => {
    expect(isDecimal(value)).toBe(false);
  });

  it("takes all text of a decimal of 96 bits and 28 places, and no text of more bits", () => {
    const magnitude = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 97n }),
      fc.bigInt({ min: most - 3n, max: most + 3n }),
      fc.bigInt({ min: 0n, max: 1000n }),
    );
    fc.assert(
      fc.property(magnitude, fc.integer({ min: 0, max: 28 }), fc.constantFrom("", "-", "+"), (digits, places, sign) => {
        expect(isDecimal(`${sign}${digits}e-${places}`), "by exponent").toBe(digits <= most);
        expect(isDecimal(`${sign}${digits}`), "whole").toBe(digits <= most);
        const whole = digits * 10n ** BigInt(places);
        expect(isDecimal(`${sign}${digits}e${places}`), "times a power of ten").toBe(whole <= most);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["digits", "9".repeat(1_000_000)],
    ["underscores", `1${"_".repeat(1_000_000)}x`],
    ["places", `0.${"0".repeat(1_000_000)}x`],
    ["an exponent", `1e${"9".repeat(1_000_000)}`],
  ])("answers for a million of %s without delay", (_, text) => {
    const start = performance.now();
    expect(isDecimal(text)).toBe(false);
    // The square of a million steps would take minutes.
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
