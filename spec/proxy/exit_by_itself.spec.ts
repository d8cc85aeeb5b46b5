import { expect, test } from "vitest";
import { runScript } from "../support/run_script.ts";

test("Nothing that has ended keeps a process alive, or leaves a rejection unhandled", async () => {
  const { code, output } = await runScript("spec/proxy/exit_by_itself.ts");
  expect(output.trim().split("\n")).toHaveLength(20);
  expect(code).toBe(0);
});

test("An unhandled rejection would have been noticed", async () => {
  const { code, output } = await runScript("spec/proxy/exit_by_itself.ts", "--fail");
  expect(output).toContain("unhandled: Error: on purpose");
  expect(code).toBe(1);
});
