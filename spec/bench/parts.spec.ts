import { afterEach, describe, expect, it } from "vitest";
import { quick } from "../../bench/amounts.ts";
import { targets } from "../../bench/report/targets.ts";
import { bundlePart } from "../../bench/runner/bundle_part.ts";
import { missingPeers } from "../../bench/runner/install_peers.ts";
import { measureIn } from "../../bench/runner/measure_in.ts";
import { partNames } from "../../bench/runner/part_files.ts";
import { thisNode } from "../runtimes/runner/runtimes.ts";

const remove: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(remove.splice(0).map((end) => end())));

const tiny = { ...quick, messages: 40, repetitions: 1, large: 2, long: 400, short: 40, watched: 400, fragments: 200 };

describe("every part of the benchmark", { timeout: 120_000 }, () => {
  it.for(partNames)("measures in this Node what its targets ask for: %s", async (name, { skip }) => {
    if (name === "peers" && (await missingPeers()).length > 0) return skip("npm ci --prefix bench");
    const part = await bundlePart(name, tiny);
    remove.push(part.remove);
    const found = await thisNode.find();
    if (found === undefined) return expect.fail("this Node is not there");
    const { clock, figures, costs, lacks } = await measureIn(found, part);
    expect(clock).toBe("processor");
    expect(lacks).toBeUndefined();
    const asked = targets.filter((target) => target.part === name).map(({ id }) => id);
    expect(figures.map(({ target }) => target).sort()).toEqual(asked.sort());
    for (const { median, lowest, highest } of figures) {
      expect(Number.isFinite(median)).toBe(true);
      expect(lowest).toBeLessThanOrEqual(median);
      expect(highest).toBeGreaterThanOrEqual(median);
    }
    for (const { nanoseconds } of costs) expect(nanoseconds).toBeGreaterThan(0);
  });
});
