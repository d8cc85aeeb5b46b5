import { describe, expect, it } from "vitest";
import { judge } from "../../bench/report/judgement.ts";
import type { Measured } from "../../bench/report/measured.ts";
import type { Target } from "../../bench/report/target.ts";
import { judged, targets } from "../../bench/report/targets.ts";
import { mustOf, verdictOf } from "../../bench/report/verdict.ts";
import { partNames } from "../../bench/runner/part_files.ts";

const most: Target = { id: "1", part: "decode", name: "ours / theirs", must: 1, mustIn: { bun: 1.5 }, aim: 0.8 };
const least: Target = { ...most, id: "4", name: "theirs / ours", must: 2, mustIn: {}, aim: 3, sense: "least" };

describe("verdictOf", () => {
  it.each([
    [most, "deno", 0.8, "aim"],
    [most, "deno", 0.81, "must"],
    [most, "deno", 1, "must"],
    [most, "deno", 1.01, "near"],
    [most, "deno", 1.1, "near"],
    [most, "deno", 1.11, "missed"],
    [most, "bun", 1.5, "must"],
    [most, "bun", 1.55, "near"],
    [most, "bun", 1.7, "missed"],
    [most, "deno", Number.NaN, "missed"],
    [least, "deno", 3, "aim"],
    [least, "deno", 2.9, "must"],
    [least, "deno", 2, "must"],
    [least, "deno", 1.9, "near"],
    [least, "deno", 1.8, "missed"],
    [least, "deno", Number.NaN, "missed"],
  ] as const)("of %o in %s: %d is %s", (target, runtime, value, verdict) => {
    expect(verdictOf(target, runtime, value)).toBe(verdict);
  });
});

describe("judge", () => {
  const measured = (key: string, ...medians: readonly number[]): Measured => {
    const figures = medians.map((median) => ({ target: "1", median, lowest: 0, highest: 9 }));
    const findings = new Map([["decode", { clock: "wall", figures, costs: [] }]] as const);
    return { key, name: key.toUpperCase(), version: "1", findings, broken: new Map() };
  };

  it("names what was missed, by the noise and by more, where something is promised", () => {
    const all = [measured("deno", 1.05), measured("node24", 1.3), measured("node20", 0.5), measured("firefox", 9)];
    expect(judge([most], all)).toEqual({
      missed: ["NODE24: ours / theirs is 1.30"],
      near: ["DENO: ours / theirs is 1.05"],
      broken: [],
      lacking: [],
    });
  });

  it("names figures that are not there", () => {
    expect(judge([most], [measured("bun")]).lacking).toEqual(["BUN: ours / theirs: it was not measured"]);
  });

  it("names what broke", () => {
    const broken: Measured = { ...measured("bun", 1), findings: new Map(), broken: new Map([["decode", "it hung"]]) };
    expect(judge([most], [broken])).toEqual({
      missed: [],
      near: [],
      broken: ["BUN: decode: it hung"],
      lacking: [],
    });
  });
});

describe("the targets", () => {
  it("have names of their own, and parts that there are", () => {
    expect(new Set(targets.map(({ id }) => id)).size).toBe(targets.length);
    expect(new Set(targets.map(({ part }) => part))).toEqual(new Set(partNames));
  });

  it("cover the twelve rows, in their order", () => {
    const rows = targets.map(({ id }) => Number.parseInt(id, 10));
    expect([...new Set(rows)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it("ask for no less by the aim than by the must", () => {
    for (const target of targets) {
      for (const runtime of judged) {
        expect(verdictOf(target, runtime, target.aim)).toBe("aim");
        expect(verdictOf({ ...target, aim: Number.NaN }, runtime, target.aim)).toBe("must");
        expect(verdictOf(target, runtime, mustOf(target, runtime))).toMatch(/must|aim/);
      }
    }
  });
});
