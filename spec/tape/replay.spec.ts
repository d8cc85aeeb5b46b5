import {
  CutError,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
  UnservedError,
} from "channel-frames";
import { replay, type TapeEnding, TapeError, TapeRecorder } from "channel-frames/tape";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fateOf } from "../support/fate.ts";
import { frameA, frameB } from "../support/frames.ts";
import { A, B } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { paces, readAll } from "../support/read_all.ts";
import { messageAt, replayed } from "./support/replayed.ts";
import { allBytes, finish, header, inChunks, streamOf, tapeOf } from "./support/tapes.ts";

describe("a replay ends as the original ended:", () => {
  const endings: readonly (readonly [TapeEnding, object | undefined])[] = [
    [{ kind: "finish" }, undefined],
    [
      { kind: "cut", by: "carrier" },
      { by: "carrier", closeCode: undefined, reason: undefined },
    ],
    [
      { kind: "cut", by: "scope", closeCode: 1006, reason: "r", message: "m" },
      { by: "scope", closeCode: 1006, reason: "r", cause: { message: "m" } },
    ],
    [{ kind: "cancelled" }, { by: "local", reason: "The reader of what was recorded left" }],
    [
      { kind: "cancelled", reason: "seen enough" },
      { by: "local", reason: "seen enough" },
    ],
  ];

  test.each(endings)("%o", async (ending, error) => {
    const { values, end } = await replayed([
      header,
      messageAt(1, A),
      messageAt(2, B),
      { type: "end", elapsed: 3, ending },
    ]);
    expect(values).toStrictEqual([A, B]);
    if (!error) return expect(end).toBe("done");
    expect(end).toStrictEqual({ rejected: expect.any(CutError) });
    expect(end).toMatchObject({ rejected: error });
  });

  test("without an end, it was cut", async () => {
    const { values, end } = await replayed([header, messageAt(1, A)]);
    expect(values).toStrictEqual([A]);
    expect(end).toMatchObject({
      rejected: { code: "cut", by: "carrier", reason: "The tape stops without the record of its end" },
    });
  });

  test("with no message, it is unserved", async () => {
    const frames = readFrames(replay(streamOf(await tapeOf(header, finish))), notificationFrames);
    expect(await readAll(frames)).toMatchObject({ values: [], end: { rejected: expect.any(UnservedError) } });
    expect(await frames.ending).toStrictEqual({ kind: "unserved", frames: 0 });
  });

  test("a source that breaks off is a cut", async () => {
    const reason = new Error("ECONNRESET");
    const tape = pullSource([await tapeOf(header, messageAt(0, A))], { throws: reason }).stream;
    const { values, end } = await readAll(replay(tape), "slow");
    expect(values).toStrictEqual([A]);
    expect(end).toMatchObject({ rejected: { code: "cut", by: "carrier", cause: reason } });
  });

  test("what is no tape is a TapeError, after what was one", async () => {
    const tape = await tapeOf(header, messageAt(0, A));
    const source = pullSource([tape, Uint8Array.of(0xc1)], "wait");
    const { values, end } = await readAll(replay(source.stream), "slow");
    expect(values).toStrictEqual([A]);
    expect(end).toMatchObject({ rejected: { code: "malformed", offset: tape.byteLength } });
    await turn();
    expect(source.cancels).toStrictEqual([expect.any(TapeError)]);
  });

  test("what comes after the end is not looked at, and the tape is given up", async () => {
    const source = pullSource([await tapeOf(header, messageAt(0, A), finish), A, A], "wait");
    expect(await readAll(replay(source.stream))).toStrictEqual({ values: [A], end: "done" });
    await turn();
    expect(source.cancels).toStrictEqual([undefined]);
  });

  test("a tape that stays open after its end holds nothing up", async () => {
    const source = pullSource([await tapeOf(header, finish)], "wait");
    expect(await readAll(replay(source.stream))).toStrictEqual({ values: [], end: "done" });
  });
});

test("record and replay is identity on messages, their order and their ending", async () => {
  const reasons = fc.oneof(
    fc.constant("close" as const),
    fc
      .record({
        by: fc.constantFrom("carrier" as const, "overrun" as const, "scope" as const, "local" as const),
        closeCode: fc.option(fc.nat(5000), { nil: undefined }),
        reason: fc.option(fc.string(), { nil: undefined }),
      })
      .map((details) => ({ throws: new CutError(details) })),
  );
  const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(chunks, reasons, fc.constantFrom(...paces), fc.nat(30), async (chunks, end, pace, size) => {
      const recorder = new TapeRecorder();
      const original = await readAll(pullSource(chunks, end).stream.pipeThrough(recorder), pace);
      const tape = await allBytes(recorder.tape);
      const again = await readAll(replay(streamOf(...inChunks(tape, size + 1))), pace);
      expect(again).toStrictEqual(original);
      expect(Object.entries(Object(again.end !== "done" && again.end.rejected))).toStrictEqual(
        Object.entries(Object(original.end !== "done" && original.end.rejected)),
      );
      expect(original.values).toStrictEqual(chunks);
    }),
    { numRuns: 60 },
  );
});

test("goes straight into a guard", async () => {
  const guard = new NotificationGuardedDecoderStream();
  const frames = replay(streamOf(await tapeOf(header, messageAt(0, A), messageAt(0, B), finish))).pipeThrough(guard);
  expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameB], end: "done" });
  expect(await guard.ending).toStrictEqual({ kind: "finished", frames: 2 });
});

test("is read no further than its reader has read", async () => {
  const records = await tapeOf(header, ...Array(50).fill(messageAt(0, A)));
  const source = pullSource(inChunks(records, 100), "wait");
  const reader = replay(source.stream).getReader();
  await reader.read();
  await turn();
  const before = source.pulls;
  expect(before).toBeLessThan(5);
  reader.releaseLock();
  await turn();
  expect(source.pulls).toBe(before);
});

test("a cancel reaches the tape, and so does a signal", async () => {
  for (const way of ["cancel", "signal"] as const) {
    const source = pullSource([await tapeOf(header, messageAt(0, A))], "wait");
    const abort = new AbortController();
    const reader = replay(source.stream, { signal: abort.signal }).getReader();
    await reader.read();
    const next = reader.read();
    const fate = fateOf(next);
    if (way === "cancel") await reader.cancel("left");
    else abort.abort("left");
    expect(await fate).toStrictEqual(way === "cancel" ? "fulfilled" : { rejected: "left" });
    expect(source.cancels).toStrictEqual(["left"]);
  }
  const source = pullSource([A], "wait");
  expect(await readAll(replay(source.stream, { signal: AbortSignal.abort("before") }))).toStrictEqual({
    values: [],
    end: { rejected: "before" },
  });
  expect(source.cancels).toStrictEqual(["before"]);
});
