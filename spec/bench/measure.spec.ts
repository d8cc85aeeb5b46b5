import { describe, expect, it } from "vitest";
import { compare, costsOf } from "../../bench/figure.ts";
import { type Case, timeInTurn, warmUp } from "../../bench/measure.ts";

/** A machine that slows down with every message, and cases that take so many of its ticks for each. */
function machine(costs: Readonly<Record<string, number>>, slowdown = 1) {
  let time = 0;
  let speed = 1;
  const order: string[] = [];
  const cases = Object.fromEntries(
    Object.entries(costs).map(([name, cost]): [string, Case] => [
      name,
      (count) => {
        order.push(name);
        time += count * cost * speed;
        speed *= slowdown;
        return count;
      },
    ]),
  );
  return { cases, clock: () => time, order };
}

describe("timeInTurn", () => {
  it("times each case by the clock it is given, and leaves out what warms up", async () => {
    const { cases, clock, order } = machine({ one: 1, three: 3 });
    const times = await timeInTurn(cases, { count: 10, repetitions: 5, clock });
    expect([...times]).toEqual([
      ["one", [10, 10, 10, 10, 10]],
      ["three", [30, 30, 30, 30, 30]],
    ]);
    expect(order).toHaveLength(2 * (5 + warmUp));
  });

  it("runs every case once in each repetition, in an order of its own", async () => {
    const { cases, clock, order } = machine({ a: 1, b: 1, c: 1 });
    await timeInTurn(cases, { count: 1, repetitions: 40, clock });
    const rounds = Array.from({ length: 40 + warmUp }, (_, at) => order.slice(3 * at, 3 * at + 3));
    for (const round of rounds) expect([...round].sort()).toEqual(["a", "b", "c"]);
    expect(new Set(rounds.map((round) => round.join(""))).size).toBeGreaterThan(1);
  });

  it.each([9, 11])("refuses a case out of which %d of 10 messages come", async (came) => {
    await expect(timeInTurn({ wrong: () => came }, { count: 10, repetitions: 1 })).rejects.toThrow(
      `wrong: ${came} of 10 messages came out`,
    );
  });
});

describe("compare", () => {
  it("gives the median, the lowest and the highest of the ratios of each repetition", () => {
    const times = new Map([
      ["base", [10, 20, 40, 10, 10]],
      ["own", [15, 20, 20, 90, 20]],
    ]);
    expect(compare("1, A", times, "own", "base")).toEqual({ target: "1, A", median: 1.5, lowest: 0.5, highest: 9 });
  });

  it("is not deceived by a machine that slows down", async () => {
    const { cases, clock } = machine({ base: 4, own: 2 }, 1.01);
    const times = await timeInTurn(cases, { count: 10, repetitions: 25, clock });
    const { median, lowest, highest } = compare("", times, "own", "base");
    expect(median).toBeCloseTo(0.5, 1);
    expect(lowest).toBeGreaterThan(0.49);
    expect(highest).toBeLessThan(0.51);
  });

  it("knows no case that did not run", () => {
    expect(() => compare("", new Map([["base", [1]]]), "own", "base")).toThrow("No case is called own");
  });
});

describe("costsOf", () => {
  it("gives the fastest repetition, in nanoseconds a message", () => {
    expect(costsOf(new Map([["own", [3, 2, 4]]]), "A", 1000)).toEqual([{ name: "own, A", nanoseconds: 2000 }]);
  });
});
