import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerpt } from "../../lib/frame/excerpt.ts";

describe("excerpt", () => {
  it("leaves short printable text as it is", () => {
    expect(excerpt('a "quoted" {text} \\')).toBe('a "quoted" {text} \\');
    expect(excerpt("")).toBe("");
  });

  it("cuts after 40 characters, or as many as it is told, and shows that", () => {
    expect(excerpt("x".repeat(40))).toBe("x".repeat(40));
    expect(excerpt("x".repeat(41))).toBe(`${"x".repeat(40)}…`);
    expect(excerpt("abcdef", 3)).toBe("abc…");
  });

  it.each([
    ["\n", "\\u000a"],
    ["\u001b[31m", "\\u001b[31m"],
    ["\u0000", "\\u0000"],
    ["é", "\\u00e9"],
    ["\u202e", "\\u202e"],
    ["\ud800", "\\ud800"],
    ["😀", "\\ud83d\\ude00"],
    ["\u007f", "\\u007f"],
  ])("escapes %j", (text, escaped) => {
    expect(excerpt(`<${text}>`)).toBe(`<${escaped}>`);
  });

  it("is printable and bounded for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 1, max: 120 }), (text, longest) => {
        const result = excerpt(text, longest);
        expect(result).toMatch(/^[\x20-\x7e…]*$/);
        expect(result.length).toBeLessThanOrEqual(6 * longest + 1);
      }),
    );
  });
});
