import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasLoneSurrogate, nestsDeeper } from "../../lib/frame/json_text.ts";
import { jsonText, mutated } from "./json_arbitrary.ts";
import { oracle } from "./json_oracle.ts";
import { isLinear, nested } from "./probes.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("nestsDeeper", () => {
  it.each([0, 1, 2, 126, 127, 128, 1000])("takes %i levels, and not one more", (levels) => {
    const flat = levels === 0 ? "1" : JSON.stringify(nested(levels));
    expect(nestsDeeper(flat, levels)).toBe(false);
    expect(nestsDeeper(`[${flat}]`, levels)).toBe(true);
    expect(nestsDeeper(`{"a":${flat}}`, levels)).toBe(true);
  });

  it("counts levels, not brackets: siblings are no deeper than each other", () => {
    expect(nestsDeeper(`[${Array(500).fill("[{}]").join()}]`, 3)).toBe(false);
    expect(nestsDeeper(`[${Array(500).fill("[{}]").join()}]`, 2)).toBe(true);
  });

  it("does not count brackets in strings and keys", () => {
    expect(nestsDeeper('["[[[[", {"{{{{": "\\"[[["}]', 2)).toBe(false);
    expect(nestsDeeper('["\\\\", [[]]]', 2)).toBe(true);
  });
});

describe("hasLoneSurrogate", () => {
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
    expect(hasLoneSurrogate(text)).toBe(true);
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
    expect(hasLoneSurrogate(text)).toBe(false);
  });

  it("agrees with the oracle on all text that is JSON", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const verdict = oracle(bytes(text), Number.POSITIVE_INFINITY);
        expect(hasLoneSurrogate(text), text).toBe(!verdict.ok && verdict.why === "surrogate");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("both", () => {
  it("say something about any text, and throw nothing", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary" }),
      mutated(jsonText.map(bytes)).map((body) => new TextDecoder().decode(body)),
    );
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 4 }), (text, levels) => {
        expect(typeof nestsDeeper(text, levels)).toBe("boolean");
        expect(typeof hasLoneSurrogate(text)).toBe("boolean");
      }),
    );
  });

  it.each([
    ["digits", "12"],
    ["escapes", "\\u0041"],
    ["strings", '"a"'],
    ["numbers", "1e1,"],
    ["escapes outside of strings", '\\u"\\'],
    ["strings with escapes", '"a\\n",'],
    ["long strings and few escapes", `"${"x".repeat(90)}","\\n",`],
  ])("take linear time for %s", (_, part) => {
    const texts = new Map([12_500, 200_000].map((size) => [size, part.repeat(size / part.length)]));
    expect(isLinear(12_500, (size) => void nestsDeeper(texts.get(size) ?? "", 127))).toBe(true);
    expect(isLinear(12_500, (size) => void hasLoneSurrogate(texts.get(size) ?? ""))).toBe(true);
  });
});
