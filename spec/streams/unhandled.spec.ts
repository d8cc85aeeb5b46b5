import { expect, test } from "vitest";
import { runScript } from "../support/run_script.ts";

test("No stage leaves a rejection unhandled, whatever fails while nobody reads", async () => {
  const { code, output } = await runScript("spec/streams/unhandled_pipelines.ts");
  expect(output).toMatch(/^[1-9]\d\d pipelines\n$/);
  expect(code).toBe(0);
});

test("An unhandled rejection would have been noticed", async () => {
  const { code, output } = await runScript("spec/streams/unhandled_pipelines.ts", "--fail");
  expect(output).toContain("unhandled: Error: on purpose");
  expect(code).toBe(1);
});
