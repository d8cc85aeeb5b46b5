import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PackageUnderTest, preparePackage } from "./runner/package_under_test.ts";
import { failuresOf } from "./runner/report.ts";
import { runRuntime } from "./runner/run_runtime.ts";
import { runtimes, thisNode } from "./runner/runtimes.ts";
import { runScript } from "./runner/script_runtime.ts";

// A runtime that is missing is skipped here, in CI, too: `npm run test:runtimes` is what must find them all.
const tried = [thisNode, ...runtimes];

describe("The suite of every runtime", { timeout: 300_000 }, () => {
  let under: PackageUnderTest;

  beforeAll(async () => {
    under = await preparePackage();
  }, 60_000);

  afterAll(() => under?.remove());

  it.for(tried)("passes on the built package in $name, if that is there", async (runtime, { skip }) => {
    const found = await runtime.find();
    if (found === undefined) return skip("it is not installed");
    for (const report of await runRuntime(runtime, found, under)) {
      expect(report.trouble).toBeUndefined();
      expect(failuresOf(report)).toEqual([]);
      expect(report.results.filter(({ status }) => status === "passed").length).toBeGreaterThan(900);
    }
  });

  it("tells tests that fail, hang or throw anything, and rejections that are left", async () => {
    const results = await runScript(process.execPath, under, [], ["--self-test"]);
    const outcomes = results.map(({ name, status, reason }) => [name, status, reason]);
    expect(outcomes).toEqual([
      ["passed", "passed", undefined],
      ["passed, after a while", "passed", undefined],
      ["skipped", "skipped", "on purpose"],
      ["failed: it throws", "failed", "on purpose"],
      ["failed: it rejects", "failed", expect.stringContaining("Error: on purpose")],
      ["failed: it throws undefined", "failed", "undefined"],
      ["failed: a value is not equal", "failed", expect.stringContaining(".a is [1, undefined], expected [1]")],
      ["failed: it hangs", "failed", expect.stringContaining("not settled after 100 ms")],
      ["passed", "failed", "Another test has this name"],
      ["passed, and leaves a rejection unhandled", "passed", undefined],
      ["No test left a rejection unhandled", "failed", expect.stringContaining("left alone")],
    ]);
  });
});
