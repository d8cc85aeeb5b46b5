import { GuardedDecoderStream, notificationFrames, readFrames } from "channel-frames";
import { describe, expect, test } from "vitest";
import { collectedHeap } from "../support/collected_heap.ts";
import { endless } from "../support/endless.ts";
import { frameA } from "../support/frames.ts";
import { A } from "../support/messages.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";

/** Watches the memory and the time of a long run, over 400 000 messages each of its second and its last part. */
function watchLongRun(): { onPull(pulls: number): void; grown(): number; slowedBy(): number } {
  const marks: { heap: number; time: number }[] = [];
  return {
    onPull(pulls) {
      if (pulls === 100_000 || pulls === 500_000 || pulls === 900_000) {
        marks.push({ heap: collectedHeap(), time: performance.now() });
      }
    },
    grown() {
      const [start, , end] = marks;
      return (end?.heap ?? Number.NaN) - (start?.heap ?? Number.NaN);
    },
    slowedBy() {
      const [start, half, end] = marks.map(({ time }) => time);
      return ((end ?? Number.NaN) - (half ?? Number.NaN)) / ((half ?? Number.NaN) - (start ?? Number.NaN));
    },
  };
}

describe("A million messages that come to nothing", { timeout: 60_000 }, () => {
  function* mostlyText(): Generator<string | Uint8Array<ArrayBuffer>> {
    yield* endless("ping", 1_000_000);
    yield A;
  }

  test("leave no chain behind in readFrames", async () => {
    const run = watchLongRun();
    const source = pullSource(mostlyText(), "close", run);
    const frames = readFrames(source.stream, notificationFrames);
    expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: "done" });
    expect(await frames.ending).toStrictEqual({ kind: "finished", frames: 1 });
    expect(run.grown()).toBeLessThan(16_000_000);
    expect(run.slowedBy()).toBeLessThan(4);
  });

  test("leave no chain behind in a stage", async () => {
    const run = watchLongRun();
    const source = pullSource(mostlyText(), "close", run);
    const decoder = new GuardedDecoderStream(notificationFrames);
    expect(await readAll(source.stream.pipeThrough(decoder))).toStrictEqual({ values: [frameA], end: "done" });
    expect(await decoder.ending).toStrictEqual({ kind: "finished", frames: 1 });
    expect(run.grown()).toBeLessThan(16_000_000);
    expect(run.slowedBy()).toBeLessThan(4);
  });
});
