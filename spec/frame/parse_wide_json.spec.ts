import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWideJson } from "../../lib/frame/parse_wide_json.ts";
import { json, jsonText, wideJson } from "./json_arbitrary.ts";
import { canonical, oracle } from "./json_oracle.ts";
import { isLinear, nested } from "./probes.ts";

describe("parseWideJson", () => {
  it("agrees with JSON.parse where no integer is wide", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        // Doubles beyond 2^53 that are whole print as integers up to 1e21, and then are wide.
        fc.pre(!/\d{16}/.test(JSON.stringify(value)));
        const text = JSON.stringify(value, undefined, indent);
        expect(isDeepStrictEqual(parseWideJson(text), JSON.parse(text))).toBe(true);
        expect(canonical(parseWideJson(text))).toBe(canonical(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  it("agrees with the oracle on JSON text of every spelling", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const verdict = oracle(new TextEncoder().encode(text), 1000, "bigint");
        fc.pre(verdict.ok);
        const value = parseWideJson(text);
        expect(canonical(value)).toBe(canonical(verdict.value));
        expect(isDeepStrictEqual(value, verdict.value)).toBe(true);
      }),
      { numRuns: 800 },
    );
  });

  it("gives back every integer of 64 bits", () => {
    fc.assert(
      fc.property(wideJson, (value) => {
        expect(isDeepStrictEqual(parseWideJson(canonical(value)), value)).toBe(true);
      }),
    );
  });

  it.each([
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["-9007199254740991", Number.MIN_SAFE_INTEGER],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["9223372036854775808", 2n ** 63n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["18446744073709551615", 2n ** 64n - 1n],
    ["18446744073709551616", 2 ** 64],
    ["-9223372036854775809", -(2 ** 63)],
    ["-18446744073709551615", -(2 ** 64)],
    ["123456789012345680000", 123456789012345680000],
    ["10000000000000000000000", 1e22],
    ["9007199254740993.0", 9007199254740992],
    ["9007199254740993e0", 9007199254740992],
    ["9007199254740993E2", 900719925474099300],
    ["1e19", 1e19],
    ["1e300", 1e300],
    ["0.12345678901234567890", 0.12345678901234568],
    ["1234567890123456e-400", 0],
    ["-0", -0],
  ])("reads %s as the reference does", (text, value) => {
    expect(parseWideJson(text)).toBe(value);
    expect(parseWideJson(` [ ${text} ]\n`)).toEqual([value]);
    expect(parseWideJson(`{"a":${text}}`)).toEqual({ a: value });
  });

  it("leaves digits in strings and keys alone", () => {
    expect(parseWideJson('{"9007199254740993":"9007199254740993"}')).toEqual({
      "9007199254740993": "9007199254740993",
    });
  });

  it("reads escapes in keys and values", () => {
    const text = String.raw`{"\"\\":"\\\"","\u0061":"\ud83d\ude00","":"]}"}`;
    expect(isDeepStrictEqual(parseWideJson(text), JSON.parse(text))).toBe(true);
  });

  it("makes __proto__ an own member, and the last of its values counts", () => {
    const value = Object(parseWideJson('{"__proto__":{"x":1},"b":9007199254740993,"__proto__":{"y":2}}'));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([
      ["__proto__", { y: 2 }],
      ["b", 9007199254740993n],
    ]);
    expect(Object.getOwnPropertyDescriptor(value, "__proto__")).toMatchObject({
      configurable: true,
      enumerable: true,
      writable: true,
    });
  });

  it("needs no stack for depth", () => {
    const levels = 200_000;
    let value: unknown = parseWideJson(`${"[".repeat(levels)}9007199254740993${"]".repeat(levels)}`);
    let depth = 0;
    for (; Array.isArray(value); value = value[0]) depth++;
    expect([depth, value]).toEqual([levels, 9007199254740993n]);
  });

  it("takes linear time", () => {
    const text = (size: number): string => JSON.stringify(Array(size).fill(nested(3, { a: ["b", 1] })));
    const texts = new Map([500, 8000].map((size) => [size, text(size)]));
    expect(isLinear(500, (size) => parseWideJson(texts.get(size) ?? ""))).toBe(true);
  });
});
