import { describe, expect, test } from "vitest";
import { countOf, formatBytes, formatCount, formatSpan, parseSpan } from "../../lib/cli/amounts.ts";

describe("amounts as a person reads them", () => {
  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [9949, "9.9 kB"],
    [9950, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [1_000_000_273, "1.0 GB"],
    [5e18, "5000 PB"],
  ])("%d bytes: %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test.each([
    [0, "0 ms"],
    [0.004, "0 ms"],
    [0.25, "0.25 ms"],
    [9.96, "10 ms"],
    [12.4, "12 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [59_949, "59.9 s"],
    [59_960, "1 min 00 s"],
    [125_000, "2 min 05 s"],
    [3_599_600, "1 h 00 min"],
    [11_040_000, "3 h 04 min"],
  ])("%d ms: %s", (ms, text) => {
    expect(formatSpan(ms)).toBe(text);
  });

  test("counts", () => {
    expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
    expect([countOf(1, "frame"), countOf(2, "frame"), countOf(0, "reply", "replies")]).toEqual([
      "1 frame",
      "2 frames",
      "0 replies",
    ]);
  });
});

test.each([
  ["90", 90_000],
  ["1.5", 1500],
  ["1.5s", 1500],
  ["200ms", 200],
  ["2m", 120_000],
  ["1h", 3_600_000],
  ["0", 0],
  ["-1", undefined],
  ["1 s", undefined],
  ["", undefined],
  ["1.", undefined],
  ["1e3", undefined],
  ["2d", undefined],
])("a time on a tape: %j", (text, ms) => {
  expect(parseSpan(text)).toBe(ms);
});
