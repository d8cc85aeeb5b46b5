import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { painter } from "../../lib/cli/paint.ts";
import { printable, printableLines } from "../../lib/cli/printable.ts";
import { shorten } from "../../lib/cli/shorten.ts";

describe("printable", () => {
  test.each([
    ["\x1b[2J", "\\u001b[2J"],
    ["\x9b2J", "\\u009b2J"],
    ["a\r\nb\tc\x7f", "a\\u000d\\u000ab\\u0009c\\u007f"],
    ["\u2028\u202e\u2066\ufeff", "\\u2028\\u202e\\u2066\\ufeff"],
    ["\ud800", "\\ud800"],
    ["17\u00a0°C, 日本, 👍🏽", "17\u00a0°C, 日本, 👍🏽"],
  ])("%j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test("keeps lines and tabs where they are wanted, and nothing else", () => {
    expect(printableLines("a\tb\nc\r\x1b[0m")).toBe("a\tb\nc\\u000d\\u001b[0m");
  });

  test("JSON stays the value that it is, and a terminal gets nothing to obey", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        const json = printable(JSON.stringify([value, text]));
        expect(json).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify([value, text]));
      }),
    );
  });
});

describe("shorten", () => {
  test.each([
    ["abcdef", 6, "abcdef"],
    ["abcdefg", 6, "abcde…"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
    ["", 0, ""],
    ["日本語", 6, "日本語"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["👍👍👍", 5, "👍👍…"],
    // A mark fills no column of its own.
    ["e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"],
  ])("%j to %i columns", (text, columns, shown) => {
    expect(shorten(text, columns)).toBe(shown);
  });
});

test("colour is there when it is wanted, and never around nothing", () => {
  expect(painter(true)("red", "no")).toBe("\x1b[31mno\x1b[0m");
  expect([painter(true)("red", ""), painter(true)(undefined, "no"), painter(false)("red", "no")]).toEqual([
    "",
    "no",
    "no",
  ]);
});
