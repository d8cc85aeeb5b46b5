import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { entries } from "../../bench/budgets.ts";
import { bundlers } from "../../bench/bundle_size.ts";
import { type MeasuredEntry, measureEntries } from "../../bench/measured_entry.ts";
import { linesOf, readLines, withSizes } from "../../bench/size_markdown.ts";
import { verdictOf } from "../../bench/size_verdict.ts";

let measured: readonly MeasuredEntry[];

beforeAll(async () => {
  measured = await measureEntries();
}, 60_000);

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const remedy = "the table in README.md is stale: npm run size:table";

describe("the sizes in the README", () => {
  it("list the entries that have a budget, and what each imports", () => {
    const listed = linesOf(measured).map(({ name, imports }) => [name, imports]);
    expect(
      readLines(readme).map(({ name, imports }) => [name, imports]),
      remedy,
    ).toEqual(listed);
  });

  it("are true within 2 %", () => {
    const lines = readLines(readme);
    for (const [at, { name, sizes }] of linesOf(measured).entries()) {
      const told = lines[at]?.sizes ?? [];
      expect(told.length, remedy).toBe(2 * Object.keys(bundlers).length);
      for (const [which, size] of sizes.entries()) {
        const difference = Math.abs((told[which] ?? 0) - size) / size;
        expect(difference, `${name}: ${told[which]} is ${size}, ${remedy}`).toBeLessThanOrEqual(0.02);
      }
    }
  });

  it("are read as they are written", () => {
    const written = withSizes("above <!-- sizes -->\n<!-- /sizes --> below", measured);
    expect(written).toMatch(/^above <!-- sizes -->\n\| entry .*\|\n<!-- \/sizes --> below$/s);
    expect(readLines(written)).toEqual(linesOf(measured));
    expect(() => withSizes("no markers", measured)).toThrow("sizes");
  });
});

describe("the budgets", () => {
  it("are kept by what every bundler makes", () => {
    expect(measured.length).toBe(entries.length * 2);
    for (const { entry, bundler, gzipped, verdict } of measured) {
      expect(verdict, `${entry.name} by ${bundler}: ${gzipped} B of ${entry.bytes}`).toBe("ok");
    }
  });

  it("are not so wide that nothing could break them", () => {
    for (const { entry, gzipped } of measured) expect(entry.bytes).toBeLessThan(gzipped * 1.5);
  });

  it("are broken by a byte too many, and by the schema library where it has no place", async () => {
    for (const sizeBy of Object.values(bundlers)) {
      const size = await sizeBy(["NotificationDecoderStream"]);
      const entry = { name: "", imports: [], bytes: size.gzipped };
      expect(verdictOf(entry, size)).toBe("ok");
      expect(verdictOf({ ...entry, bytes: size.gzipped - 1 }, size)).toBe("over budget");
      expect(verdictOf({ ...entry, forbidden: "valibot" }, size)).toBe("holds valibot");
    }
  });
});
