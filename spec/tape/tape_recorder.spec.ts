import { TapeRecorder } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { A, B, C } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { paces, readAll } from "../support/read_all.ts";
import { messagesOf, policies, recordsOf } from "./support/recorded.ts";
import { decoded } from "./support/tapes.ts";
import { ticking } from "./support/ticking.ts";

describe.each(policies)("under %s", (whenSlow) => {
  test.each(paces)(
    "passes the very chunks on, and has all of them on its tape, for a reader that is %s",
    async (pace) => {
      const chunks = [A, B, new Uint8Array(), C];
      const recorder = new TapeRecorder({ whenSlow, family: "f", direction: "out", clock: ticking(5, 0.5) });
      const reading = readAll(pullSource(chunks).stream.pipeThrough(recorder), pace);
      const records = await recordsOf(recorder);
      const { values, end } = await reading;
      expect(end).toBe("done");
      expect(values.map((value, at) => value === chunks[at])).toStrictEqual([true, true, true, true]);
      expect(records).toStrictEqual([
        { type: "header", version: 1, family: "f", startedAt: 5, metadata: {} },
        ...chunks.map((message) => ({ type: "message", elapsed: 0.5, direction: "out", message })),
        { type: "end", elapsed: 0.5, ending: { kind: "finish" } },
      ]);
    },
  );

  test("is a TransformStream", () => {
    expect(new TapeRecorder({ whenSlow })).toBeInstanceOf(TransformStream);
  });

  test("a tape whose reader leaves does nothing to the stream", async () => {
    const recorder = new TapeRecorder({ whenSlow, maxQueuedBytes: 100 });
    await recorder.tape.cancel("disk full");
    const reading = readAll(pullSource(Array(1000).fill(A)).stream.pipeThrough(recorder));
    expect(await reading).toMatchObject({ end: "done", values: { length: 1000 } });
  });

  test("a tape that fails does nothing to the stream, and errors after what it has", async () => {
    const times = [0, 1, 2];
    const clock = () => times.shift() ?? expect.fail("no time");
    const recorder = new TapeRecorder({ whenSlow, clock });
    const { values, end } = await readAll(pullSource([A, B, C, A]).stream.pipeThrough(recorder));
    expect([values, end]).toStrictEqual([[A, B, C, A], "done"]);
    const tape = await readAll(recorder.tape);
    expect((await decoded(tape.values)).values).toHaveLength(3);
    expect(tape.end).toMatchObject({ rejected: { message: "no time" } });
  });

  test("a tape that fails at its end has what it has", async () => {
    const times = [0, 1];
    const recorder = new TapeRecorder({ whenSlow, clock: () => times.shift() ?? expect.fail("no time") });
    expect(await readAll(pullSource([A]).stream.pipeThrough(recorder))).toStrictEqual({ values: [A], end: "done" });
    const tape = await readAll(recorder.tape);
    expect((await decoded(tape.values)).values).toHaveLength(2);
    expect(tape.end).toMatchObject({ rejected: { message: "no time" } });
  });

  test("text and what is no message pass, and are not recorded", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const chunks: readonly unknown[] = ["ping", A, 7, { a: 1 }, A.slice().buffer, new DataView(A.slice().buffer)];
    const reading = readAll(pullSource(chunks as readonly Uint8Array[]).stream.pipeThrough(recorder));
    const records = await recordsOf(recorder);
    expect((await reading).values).toStrictEqual(chunks);
    expect(messagesOf(records)).toStrictEqual([A, A, A]);
  });

  test("what is on the tape does not change with the message", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const reader = pullSource([A.slice()]).stream.pipeThrough(recorder).getReader();
    (await reader.read()).value?.fill(0);
    await reader.read();
    expect(messagesOf(await recordsOf(recorder))).toStrictEqual([A]);
  });

  test("chunks of the tape are whole records, as soon as there is a record", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const tape = recorder.tape.getReader();
    const header = (await tape.read()).value ?? new Uint8Array();
    expect((await decoded([header])).values).toHaveLength(1);
    const next = tape.read();
    expect(await fateOf(next)).toBe("pending");
    const reader = pullSource([A, B, C]).stream.pipeThrough(recorder).getReader();
    await reader.read();
    expect((await decoded([header, (await next).value])).values).toMatchObject([{}, { message: A }]);
    while (!(await reader.read()).done);
    const rest = (await tape.read()).value;
    expect((await decoded([header, rest])).values.map(({ type }) => type)).toStrictEqual([
      "header",
      "message",
      "message",
      "end",
    ]);
    expect((await tape.read()).done).toBe(true);
  });

  test("does not read ahead of its reader", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const source = pullSource(Array(100).fill(A), "wait");
    const reader = source.stream.pipeThrough(recorder).getReader();
    await turn();
    expect(source.pulls).toBeLessThanOrEqual(1);
    for (let reads = 1; reads <= 10; reads++) {
      await reader.read();
      await turn();
      expect(source.pulls).toBeLessThanOrEqual(reads + 1);
    }
  });

  test("a read that was given up loses nothing", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const writer = recorder.writable.getWriter();
    const first = recorder.readable.getReader();
    const given = rejection(first.read());
    first.releaseLock();
    await given;
    const writing = Promise.all([writer.write(A), writer.write(B), writer.close()]);
    expect(await readAll(recorder.readable, "slow")).toStrictEqual({ values: [A, B], end: "done" });
    await writing;
  });

  test("closes by itself when nobody reads any more", async () => {
    const recorder = new TapeRecorder({ whenSlow });
    const writer = recorder.writable.getWriter();
    const reader = recorder.readable.getReader();
    const read = reader.read();
    await writer.write(A);
    await read;
    await writer.close();
    expect(await fateOf(reader.closed)).toBe("fulfilled");
  });
});

test.each([{ whenSlow: "drop" }, { maxQueuedBytes: -1 }, { direction: 1 }, { metadata: 1 }])(
  "an option that has no sense is refused: %o",
  (options) => {
    expect(() => Reflect.construct(TapeRecorder, [options])).toThrow(TypeError);
  },
);
