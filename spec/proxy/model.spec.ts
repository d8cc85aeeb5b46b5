import fc from "fast-check";
import { expect, test } from "vitest";
import { Model } from "./support/model.ts";
import { World } from "./support/world.ts";
import { anyWorldCommand } from "./support/world_commands.ts";

/** A property that fails prints its seed, too; this one makes every run the same. */
const seed = 20_230_817;

test("Whatever happens to a proxy and a server, the subscription tells all of it, and nothing twice", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands([...anyWorldCommand], { maxCommands: 30, size: "max" }), async (commands) => {
      const real = await World.start();
      try {
        await fc.asyncModelRun(() => ({ model: new Model(), real }), commands);
      } finally {
        expect(await real.end()).toStrictEqual([]);
      }
    }),
    { seed, numRuns: 40 },
  );
});
