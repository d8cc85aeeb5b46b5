import { expect, test } from "vitest";
import { runScript } from "../support/run_script.ts";

test("No socket leaves a rejection unhandled, whatever fails while nobody looks", async () => {
  const { code, output } = await runScript("spec/websocket/unhandled_sockets.ts");
  // It ends by itself, too: no timer and no socket is left.
  expect(output).toMatch(/^1\d\d sockets\n$/);
  expect(code).toBe(0);
});

test("An unhandled rejection would have been noticed", async () => {
  const { code, output } = await runScript("spec/websocket/unhandled_sockets.ts", "--fail");
  expect(output).toContain("unhandled: Error: on purpose");
  expect(code).toBe(1);
});
