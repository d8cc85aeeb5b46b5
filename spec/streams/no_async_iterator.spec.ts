import { describe, expect, test } from "vitest";
import { deleteAsyncIterator } from "../support/delete_async_iterator.ts";
import { turn } from "../support/pause.ts";

// For the whole of this file, and before the library is loaded: so everything that loads it is imported further down.
deleteAsyncIterator();

const { notificationFrames, readFrames } = await import("channel-frames");
const { frameA, frameB, frameE } = await import("../support/frames.ts");
const { A, B, BAD, E } = await import("../support/messages.ts");
const { pullSource } = await import("../support/pull_source.ts");
const { iterateAll, readAll } = await import("../support/read_all.ts");
const { stages, subjects } = await import("../support/subjects.ts");
const { ways } = await import("../support/ways.ts");
const { abortRows } = await import("./life_cycle/abort_rows.ts");
const { readerRows } = await import("./life_cycle/reader_rows.ts");
const { signalRows } = await import("./life_cycle/signal_rows.ts");
const { sourceRows } = await import("./life_cycle/source_rows.ts");
const { writerRows } = await import("./life_cycle/writer_rows.ts");

test("ReadableStream cannot be iterated here", () => {
  expect(Symbol.asyncIterator in ReadableStream.prototype).toBe(false);
  expect("values" in ReadableStream.prototype).toBe(false);
  expect("from" in ReadableStream).toBe(false);
});

describe("readFrames, where ReadableStream cannot be iterated,", () => {
  test("iterates to the end", async () => {
    const frames = readFrames(pullSource([A, "ping", B, E]).stream, notificationFrames);
    expect(await iterateAll(frames)).toStrictEqual({ values: [frameA, frameB, frameE], end: "done" });
    expect(await frames.ending).toMatchObject({ kind: "failed", frames: 2 });
    expect(frames.locked).toBe(false);
  });

  test("iterates to a failure, after every frame before it", async () => {
    const source = pullSource([A, B, BAD]);
    const frames = readFrames(source.stream, notificationFrames);
    const { values, end } = await iterateAll(frames);
    expect(values).toStrictEqual([frameA, frameB]);
    expect(end).toHaveProperty("rejected.code", "body");
    expect(source.cancels).toHaveLength(1);
    expect(await frames.ending).toMatchObject({ kind: "cut", frames: 2 });
    expect(frames.locked).toBe(false);
  });

  test("cancels its source when the loop is left", async () => {
    const source = pullSource([A, B], "wait");
    const frames = readFrames(source.stream, notificationFrames);
    for await (const frame of frames) {
      expect(frame).toStrictEqual(frameA);
      break;
    }
    expect(source.cancels).toStrictEqual([undefined]);
    expect(frames.locked).toBe(false);
    expect(await frames.ending).toStrictEqual({ kind: "cancelled", frames: 1, reason: undefined });
  });

  test("goes on after a loop that was left with preventCancel", async () => {
    const source = pullSource([A, B]);
    const frames = readFrames(source.stream, notificationFrames);
    for await (const frame of frames.values({ preventCancel: true })) {
      expect(frame).toStrictEqual(frameA);
      break;
    }
    expect(source.cancels).toStrictEqual([]);
    expect(await iterateAll(frames)).toStrictEqual({ values: [frameB], end: "done" });
    expect(await frames.ending).toStrictEqual({ kind: "finished", frames: 2 });
  });
});

for (const { name, open } of ways) {
  test(`${name} tells frames and ending where ReadableStream cannot be iterated`, async () => {
    const { frames, ending } = open(pullSource([A, E, B]).stream, notificationFrames);
    const { values, end } = await readAll(frames);
    expect(values).toStrictEqual([frameA, frameE]);
    expect(end).toHaveProperty("rejected.code", "frame-after-error");
    expect(await ending).toMatchObject({ kind: "violated", frames: 1 });
  });
}

for (const subject of subjects) {
  describe(`${subject.name}, where ReadableStream cannot be iterated:`, { timeout: 3000 }, () => {
    const rows = [...sourceRows, ...readerRows, ...signalRows].filter((row) => !row.iterates || "read" in subject);
    for (const { title, run, expected } of rows) {
      test(title, async () => {
        const observed = await run(subject);
        await turn();
        expect(observed).toStrictEqual(expected(subject));
      });
    }
  });
}

for (const stage of stages) {
  describe(`${stage.name}, where ReadableStream cannot be iterated:`, { timeout: 3000 }, () => {
    for (const { title, run, expected } of [...abortRows, ...writerRows]) {
      test(title, async () => {
        const observed = await run(stage);
        await turn();
        expect(observed).toStrictEqual(expected(stage));
      });
    }
  });
}
