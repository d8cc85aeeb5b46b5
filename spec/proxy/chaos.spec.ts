import fc from "fast-check";
import { expect, test } from "vitest";
import { type Mishap, mishaps, settle } from "./support/chaos.ts";
import { judge } from "./support/judge.ts";
import { World } from "./support/world.ts";

/** A property that fails prints its seed, too; this one makes every run the same. */
const seed = 20_230_817;

const names = Object.keys(mishaps).filter((name): name is Mishap => name in mishaps);

/** Something that goes on is what there is to disturb. */
const often: readonly Mishap[] = ["ask", "say 9", "say 200", "serve", "wait", "wait longer", "wait longer"];

test("Whatever happens while something else is going on, nothing is lost but what the protocol gives up", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names, ...often), { maxLength: 60, size: "max" }), async (plan) => {
      const world = await World.start();
      try {
        await world.ask();
        for (const name of plan) await mishaps[name](world);
        await settle(world);
        expect((await judge(world)).faults).toStrictEqual([]);
      } finally {
        expect(await world.end()).toStrictEqual([]);
      }
    }),
    { seed, numRuns: 40 },
  );
});
