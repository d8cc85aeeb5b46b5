import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { channelChecks } from "./support/case_checks/channel_checks.ts";
import type { Checks } from "./support/case_checks/check.ts";
import { jsonChecks } from "./support/case_checks/json_checks.ts";
import { notificationChecks } from "./support/case_checks/notification_checks.ts";
import { runLoopChecks } from "./support/case_checks/run_loop_checks.ts";
import { streamReaderChecks } from "./support/case_checks/stream_reader_checks.ts";
import { streamSourceChecks } from "./support/case_checks/stream_source_checks.ts";
import { websocketChecks } from "./support/case_checks/websocket_checks.ts";

/** A small situation that a library like this one meets in practice, and what must be observed. */
interface Case {
  readonly id: string;
  readonly topic: string;
  readonly given: string;
  readonly expect: string;
}

const cases: readonly Case[] = readFileSync(new URL("./fixtures/cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const checks: Checks = {
  ...streamSourceChecks,
  ...streamReaderChecks,
  ...websocketChecks,
  ...channelChecks,
  ...notificationChecks,
  ...jsonChecks,
  ...runLoopChecks,
};

test("Every case has a check, and every check a case", () => {
  const ids = cases.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(checks).sort()).toStrictEqual([...ids].sort());
});

for (const { id, given } of cases) {
  test(`${id}: ${given}`, async () => {
    const check = checks[id];
    if (check === undefined) throw new Error(`The case ${id} has no check`);
    expect.hasAssertions();
    await check();
  });
}
