import { expect, test } from "vitest";
import { runScript } from "../support/run_script.ts";

test("No connection leaves a rejection unhandled, however it ends while nobody looks", async () => {
  const { code, output } = await runScript("spec/connection/unhandled_connections.ts");
  expect(output).toMatch(/^[1-9]\d\d connections\n$/);
  expect(code).toBe(0);
});

test("An unhandled rejection would have been noticed", async () => {
  const { code, output } = await runScript("spec/connection/unhandled_connections.ts", "--fail");
  expect(output).toContain("unhandled: Error: on purpose");
  expect(code).toBe(1);
});
