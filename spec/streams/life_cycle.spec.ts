import { describe, expect, test } from "vitest";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { open, stages, subjects } from "../support/subjects.ts";
import { abortRows } from "./life_cycle/abort_rows.ts";
import { readerRows } from "./life_cycle/reader_rows.ts";
import { ENOUGH, type Observed, X } from "./life_cycle/row.ts";
import { signalRows } from "./life_cycle/signal_rows.ts";
import { sourceRows } from "./life_cycle/source_rows.ts";
import { writerRows } from "./life_cycle/writer_rows.ts";

/** One fault has one reason, which everybody is told. */
function reasonsOf({ end, cancels, ending }: Observed): Set<unknown> {
  const reasons = new Set(cancels);
  if (typeof end === "object") reasons.add(end.rejected);
  if (ending !== undefined && "reason" in ending) reasons.add(ending.reason);
  return reasons;
}

for (const subject of subjects) {
  describe(`${subject.name}:`, { timeout: 3000 }, () => {
    for (const { title, run, expected } of [...sourceRows, ...readerRows, ...signalRows]) {
      test(title, async () => {
        const observed = await run(subject);
        await turn();
        expect(observed).toStrictEqual(expected(subject));
        expect(reasonsOf(observed).size).toBeLessThanOrEqual(1);
      });
    }
  });
}

for (const stage of stages) {
  describe(`${stage.name}:`, { timeout: 3000 }, () => {
    for (const { title, run, expected } of [...abortRows, ...writerRows]) {
      test(title, async () => {
        const observed = await run(stage);
        await turn();
        expect(observed).toStrictEqual(expected(stage));
        expect(reasonsOf(observed).size).toBeLessThanOrEqual(1);
      });
    }
  });
}

for (const subject of subjects.filter(({ guards }) => guards)) {
  test(`${subject.name}: the ending stays what it is, whatever comes later`, async () => {
    const abort = new AbortController();
    const source = pullSource([subject.items[0].in, subject.bad.in], "wait");
    const { readable, ending } = open(subject, source.stream, { signal: abort.signal });
    const reader = readable.getReader();
    await reader.read();
    await expect(reader.read()).rejects.toBeInstanceOf(subject.bad.breaks);
    const first = await ending;
    expect(first).toMatchObject({ kind: "cut", frames: 1 });
    abort.abort(X);
    await expect(reader.cancel(ENOUGH)).rejects.toBeInstanceOf(subject.bad.breaks);
    await turn();
    expect(await ending).toBe(first);
  });

  test(`${subject.name}: the ending is told to all who ask, before and after`, async () => {
    const { readable, ending } = open(subject, pullSource([subject.items[0].in]).stream);
    const told: unknown[] = [];
    const early = [ending?.then((value) => told.push(value)), ending?.then((value) => told.push(value))];
    for await (const _ of readable);
    await Promise.all(early);
    expect(told).toStrictEqual([await ending, await ending]);
    expect(told[0]).toStrictEqual({ kind: "finished", frames: 1 });
  });
}
