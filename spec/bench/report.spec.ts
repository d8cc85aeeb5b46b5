import { describe, expect, it } from "vitest";
import { costsTable } from "../../bench/report/costs_table.ts";
import { toMarkdown, toText } from "../../bench/report/format_table.ts";
import { judge } from "../../bench/report/judgement.ts";
import { mainTable } from "../../bench/report/main_table.ts";
import type { Measured } from "../../bench/report/measured.ts";
import { resultsText } from "../../bench/report/results_text.ts";
import { targets } from "../../bench/report/targets.ts";

const figure = (target: string, median: number) => ({ target, median, lowest: median, highest: median });

const measured: readonly Measured[] = [
  {
    key: "chromium",
    name: "Chromium",
    version: "156.0",
    findings: new Map([
      [
        "decode",
        {
          clock: "wall",
          figures: [figure("1, A", 1.3), figure("1, B", 1.45), figure("2, A", 1.25), figure("2, B", 0.7)],
          costs: [{ name: "H1, A", nanoseconds: 1234.5 }],
        },
      ],
      [
        "memory",
        {
          clock: "wall",
          figures: [],
          costs: [],
          lacks: [{ target: "9, heap, readFrames", reason: "it does not tell" }],
        },
      ],
    ]),
    broken: new Map(),
  },
  {
    key: "node18",
    name: "Node 18",
    version: "18.20.8",
    findings: new Map([["decode", { clock: "processor", figures: [figure("1, A", 3)], costs: [] }]]),
    broken: new Map([["relay", "It hung"]]),
  },
];

describe("the table", () => {
  const table = mainTable(targets, measured);

  it("has a line for each target that was measured somewhere, with what it asks for there", () => {
    expect(table[0]).toEqual(["#", "ratio", "must", "aim", "Chromium", "Node 18"]);
    expect(table[1]).toEqual(["1", "iterating readFrames / H1, A", "≤ 1.15 (Chromium 1.4)", "≤ 1", "1.30 +", "3.00"]);
    expect(table[2]?.slice(4)).toEqual(["1.45 ~", "–"]);
    expect(table[3]?.slice(4)).toEqual(["1.25 MISSED", "–"]);
    expect(table[4]?.slice(4)).toEqual(["0.70 ++", "–"]);
    expect(table.map(([row]) => row)).not.toContain("12");
  });

  it("says what broke, and what a runtime does not tell", () => {
    expect(table.find(([row]) => row === "7")?.slice(4)).toEqual(["", "BROKEN"]);
    expect(table.find(([, name]) => name === "readFrames, heap over 5 M")?.slice(4)).toEqual(["–", ""]);
  });

  it("is set in columns, for a terminal and for Markdown", () => {
    const small = [
      ["name", "a"],
      ["x", "1.00"],
    ];
    expect(toText(small, 1)).toBe("name     a\nx     1.00");
    expect(toMarkdown(small, 1)).toBe("| name | a |\n| --- | ---: |\n| x | 1.00 |");
  });
});

describe("the results", () => {
  const text = resultsText(measured, judge(targets, measured), new Date("2030-01-02T03:04:05Z"));

  it("say when, where and with what clock they were measured", () => {
    expect(text).toContain("2030-01-02");
    expect(text).toContain("Chromium (156.0), Node 18 (18.20.8)");
    expect(text).toContain("but in Chromium, where");
    expect(text).toContain(toMarkdown(mainTable(targets, measured), 4));
    expect(text).toContain(toMarkdown(costsTable(measured), 1));
  });

  it("say what was missed, what broke, and why figures lack", () => {
    expect(text).toContain("## Musts that were missed\n\n- Chromium: GuardedDecoderStream / H2, A is 1.25");
    expect(text).toContain("noise\n\n- Chromium: iterating readFrames / H1, B is 1.45");
    expect(text).toContain("- Node 18: relay: It hung");
    expect(text).toContain("- Chromium: readFrames, heap over 5 M: it does not tell");
  });
});
