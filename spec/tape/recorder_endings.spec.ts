import { CutError, NotificationGuardedDecoderStream } from "channel-frames";
import { TapeRecorder } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { frameA } from "../support/frames.ts";
import { A, B, BAD, C } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { endOf, messagesOf, policies, recordsOf } from "./support/recorded.ts";

describe.each(policies)("under %s", (whenSlow) => {
  test("a finish at once is on the tape", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    expect(await readAll(pullSource<Uint8Array>([]).stream.pipeThrough(recorder))).toMatchObject({ end: "done" });
    expect(endOf(await recordsOf(recorder))).toStrictEqual({ kind: "finish" });
  });

  const reasons: readonly (readonly [unknown, object])[] = [
    [new CutError({ closeCode: 1006 }), { kind: "cut", by: "carrier", closeCode: 1006 }],
    [
      new CutError({ by: "overrun", reason: "r", cause: "c" }),
      { kind: "cut", by: "overrun", reason: "r", message: "c" },
    ],
    [new Error("boom"), { kind: "cut", by: "carrier", message: "boom" }],
    [new RangeError(), { kind: "cut", by: "carrier", message: "RangeError" }],
    ["gone", { kind: "cut", by: "carrier", message: "gone" }],
    [undefined, { kind: "cut", by: "carrier" }],
    [null, { kind: "cut", by: "carrier", message: "null" }],
    [Object.create(null), { kind: "cut", by: "carrier", message: "unknown" }],
    ["half of a pair: \ud83d", { kind: "cut", by: "carrier", message: "half of a pair: \ufffd" }],
    ["x".repeat(2_000_000), { kind: "cut", by: "carrier", message: "x".repeat(4096) }],
  ];

  test.each(reasons)(
    "a break is on the tape after every message before it, and reaches the reader as it was: %o",
    async (reason, ending) => {
      const recorder = new TapeRecorder({ whenSlow });
      const reading = readAll(pullSource([A, B], { throws: reason }).stream.pipeThrough(recorder), "slow");
      const records = await recordsOf(recorder);
      expect(await reading).toStrictEqual({ values: [A, B], end: { rejected: reason } });
      expect([messagesOf(records), endOf(records)]).toStrictEqual([[A, B], ending]);
    },
  );

  test("a reader that leaves is on the tape, and the source is told", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const source = pullSource([A, B, C], "wait");
    const reader = source.stream.pipeThrough(recorder).getReader();
    await reader.read();
    await reader.cancel("seen enough");
    const records = await recordsOf(recorder);
    expect([messagesOf(records)[0], endOf(records)]).toStrictEqual([A, { kind: "cancelled", reason: "seen enough" }]);
    await turn();
    expect(source.cancels).toStrictEqual(["seen enough"]);
  });

  test("so is a decoder that refuses what came, with what it said", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const guard = new NotificationGuardedDecoderStream();
    const { values } = await readAll(pullSource([A, BAD]).stream.pipeThrough(recorder).pipeThrough(guard));
    expect(values).toStrictEqual([frameA]);
    const records = await recordsOf(recorder);
    expect(messagesOf(records)).toStrictEqual([A, BAD]);
    const ending = await guard.ending;
    expect(ending.kind).toBe("cut");
    expect(endOf(records)).toMatchObject({ kind: "cancelled", reason: expect.stringContaining("JSON") });
  });

  test("a signal ends both", async () => {
    const abort = new AbortController();
    const recorder = new TapeRecorder({ whenSlow, signal: abort.signal });
    const reader = pullSource([A], "wait").stream.pipeThrough(recorder).getReader();
    await reader.read();
    const next = rejection(reader.read());
    abort.abort("stop");
    expect(await next).toBe("stop");
    expect(endOf(await recordsOf(recorder))).toStrictEqual({ kind: "cancelled", reason: "stop" });
  });
});
