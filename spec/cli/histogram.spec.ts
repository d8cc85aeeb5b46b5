import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawSteps, Histogram } from "../../lib/cli/histogram.ts";

function histogramOf(...amounts: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const amount of amounts) histogram.add(amount);
  return histogram;
}

describe("a histogram", () => {
  test("has steps of 1, 2 and 5, with the empty ones between", () => {
    expect(histogramOf(0, 0.5, 1, 1.99, 5, 10).steps()).toEqual([
      { from: 0, to: 1, count: 2 },
      { from: 1, to: 2, count: 2 },
      { from: 2, to: 5, count: 0 },
      { from: 5, to: 10, count: 1 },
      { from: 10, to: 20, count: 1 },
    ]);
  });

  test("puts each amount where it belongs, and loses none", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { minLength: 1 }), (amounts) => {
        const histogram = histogramOf(...amounts);
        const steps = histogram.steps();
        for (const { from, to, count } of steps) {
          expect(count).toBe(amounts.filter((amount) => amount >= from && amount < to).length);
        }
        expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(amounts.length);
        expect([histogram.min, histogram.max]).toEqual([Math.min(...amounts), Math.max(...amounts)]);
      }),
    );
  });

  test("of nothing has no steps", () => {
    const { min, max, mean, count } = new Histogram();
    expect({ min, max, mean, count, steps: new Histogram().steps() }).toEqual({
      min: 0,
      max: 0,
      mean: 0,
      count: 0,
      steps: [],
    });
  });

  test("is drawn to the longest bar, and any at all is seen", () => {
    const amounts = [...Array.from({ length: 320 }, () => 1), 5, ...Array.from({ length: 40 }, () => 10)];
    expect(drawSteps(histogramOf(...amounts).steps(), ({ from }) => String(from))).toEqual([
      ` 1  ${"█".repeat(32)} 320`,
      " 2  0",
      " 5  █ 1",
      "10  ████ 40",
    ]);
  });
});
