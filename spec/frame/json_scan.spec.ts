import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanJson } from "../../lib/frame/json_scan.ts";
import { jsonText, mutated } from "./json_arbitrary.ts";
import { oracle } from "./json_oracle.ts";
import { isLinear, nested } from "./probes.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const scan = (text: string, maxDepth = 127): string | undefined => scanJson(text, maxDepth);

describe("scanJson", () => {
  it.each([0, 1, 2, 126, 127, 128, 1000])("takes %i levels where that is maxDepth, and not one more", (levels) => {
    const flat = levels === 0 ? "1" : JSON.stringify(nested(levels));
    expect(scan(flat, levels)).toBeUndefined();
    expect(scan(`[${flat}]`, levels)).toMatch(/deep/);
    expect(scan(`{"a":${flat}}`, levels)).toMatch(/deep/);
  });

  it("counts levels, not brackets: siblings are no deeper than each other", () => {
    expect(scan(`[${Array(500).fill("[{}]").join()}]`, 3)).toBeUndefined();
    expect(scan(`[${Array(500).fill("[{}]").join()}]`, 2)).toMatch(/deep/);
  });

  it("does not count brackets in strings and keys", () => {
    expect(scan('["[[[[", {"{{{{": "\\"[[["}]', 2)).toBeUndefined();
    expect(scan('["\\\\", [[]]]', 2)).toMatch(/deep/);
  });

  it.each([
    String.raw`"\ud800"`,
    String.raw`"\uDBFF"`,
    String.raw`"\udc00"`,
    String.raw`"\uDfFf"`,
    String.raw`"\ud83dx"`,
    String.raw`"\ud83d\n"`,
    String.raw`"\ud83d\\ude00"`,
    String.raw`"\ud83d\ud83d\ude00"`,
    String.raw`"\ude00\ud83d"`,
    String.raw`"\ud83d\u0041"`,
    String.raw`"\ud83d\ue000"`,
    String.raw`"\udc00\udc00"`,
    String.raw`"\udcff\udfff"`,
    String.raw`{"\ud800":1}`,
    String.raw`{"a":"\ud800","a":1}`,
    String.raw`[{"a":{"b":["\ud800"]}}]`,
    String.raw`"\\\ud800"`,
  ])("finds the lone surrogate in %s", (text) => {
    expect(scan(text)).toMatch(/surrogate/);
  });

  it.each([
    String.raw`"\ud83d\ude00"`,
    String.raw`"\uD83D\uDE00"`,
    String.raw`"\ud83d\ude00\ud83d\ude00"`,
    String.raw`"\ud7ff\ue000"`,
    String.raw`"\\ud800"`,
    String.raw`"\\\\ud800"`,
    String.raw`{"\ud83d\ude00":"\u0000"}`,
    '"😀"',
  ])("lets %s pass", (text) => {
    expect(scan(text)).toBeUndefined();
  });

  it.each([
    "1e400",
    "-1e400",
    "1E+309",
    "1.8e308",
    "[0,1e999999999]",
    '{"a":1e400,"a":1}',
    `1${"0".repeat(309)}`,
    `-${"9".repeat(309)}`,
    `${"9".repeat(400)}.5`,
    `0.1e${"9".repeat(20)}`,
  ])("finds the number beyond a double in %s", (text) => {
    expect(scan(text)).toMatch(/double/);
  });

  it.each([
    "0e400",
    "0.0e999999",
    "1e-400",
    "1.7976931348623157e308",
    `${"9".repeat(308)}`,
    `0.${"9".repeat(400)}`,
    `0.${"0".repeat(400)}1e401`,
    `1${"0".repeat(400)}e-400`,
    '"1e400"',
    '{"1e400":0}',
    "123456789012345680000",
  ])("lets the number in %s pass", (text) => {
    expect(scan(text)).toBeUndefined();
  });

  it("agrees with the oracle on all text that is JSON", () => {
    fc.assert(
      fc.property(jsonText, fc.integer({ min: 0, max: 8 }), (text, maxDepth) => {
        const verdict = oracle(bytes(text), maxDepth);
        expect(scan(text, maxDepth) === undefined, `${JSON.stringify(verdict)} for ${text}`).toBe(verdict.ok);
      }),
      { numRuns: 1000 },
    );
  });

  it("says something about any text, and throws nothing", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary" }),
      mutated(jsonText.map(bytes)).map((body) => new TextDecoder().decode(body)),
    );
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 4 }), (text, maxDepth) => {
        const found = scanJson(text, maxDepth);
        expect(found === undefined || typeof found === "string").toBe(true);
      }),
    );
  });

  it.each([
    ["one number of many exponents", "1e"],
    ["one number of many digits", "12"],
    ["escapes", "\\u0041"],
    ["strings", '"a"'],
    ["numbers", "1e1,"],
    ["escapes outside of strings", '\\u"\\'],
    ["strings with escapes", '"a\\n",'],
    ["long strings and few escapes", `"${"x".repeat(90)}","\\n",`],
  ])("takes linear time for %s", (_, part) => {
    const texts = new Map([12_500, 200_000].map((size) => [size, part.repeat(size / part.length)]));
    expect(isLinear(12_500, (size) => scanJson(texts.get(size) ?? "", 127))).toBe(true);
  });
});
