import { expect, test } from "vitest";
import { runScript } from "../support/run_script.ts";

test("A connection that has ended keeps no process alive", async () => {
  const { code, output } = await runScript("spec/connection/exit_by_itself.ts");
  expect(output.trim().split("\n")).toHaveLength(6);
  expect(code).toBe(0);
});
