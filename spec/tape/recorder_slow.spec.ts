import { TapeRecorder, type TapeRecorderOptions } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { A, B } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { endOf, messagesOf, recordsOf } from "./support/recorded.ts";
import { allBytes, decoded } from "./support/tapes.ts";
import { ticking } from "./support/ticking.ts";

describe("a tape that is read too slowly", () => {
  const large = (number: number): Uint8Array => new Uint8Array(1000).fill(number);

  test("drop-tape: the stream goes on, and the tape says what it lacks, where it lacks it", async () => {
    const recorder = new TapeRecorder({ maxQueuedBytes: 3000, clock: ticking(0, 1) });
    const reader = pullSource(Array.from({ length: 12 }, (_, at) => large(at)))
      .stream.pipeThrough(recorder)
      .getReader();
    const tape = recorder.tape.getReader();
    const chunks: Uint8Array[] = [];
    const takeTape = async () => void chunks.push((await tape.read()).value ?? new Uint8Array());
    for (let read = 0; read < 10; read++) await reader.read();
    await takeTape();
    while (!(await reader.read()).done);
    await takeTape();
    const { values, end } = await decoded(chunks);
    expect(end).toBe("done");
    const told = values.map((record) =>
      record.type === "message"
        ? record.message[0]
        : record.type === "dropped"
          ? [record.messages, record.bytes]
          : record.type,
    );
    expect(told).toStrictEqual(["header", 0, 1, [8, 8000], 10, 11, "end"]);
  });

  test("drop-tape: what is dropped last is told, too, and one message is always taken", async () => {
    const recorder = new TapeRecorder({ maxQueuedBytes: 0 });
    await readAll(pullSource([A, B]).stream.pipeThrough(recorder));
    expect(await recordsOf(recorder)).toMatchObject([
      { type: "header" },
      { type: "dropped", messages: 2, bytes: A.byteLength + B.byteLength },
      { type: "end", ending: { kind: "finish" } },
    ]);
  });

  test("drop-tape: a tape that nobody reads stays small", async () => {
    const recorder = new TapeRecorder({ maxQueuedBytes: 100_000 });
    const { end } = await readAll(pullSource(Array(5000).fill(large(1))).stream.pipeThrough(recorder));
    expect(end).toBe("done");
    expect((await allBytes(recorder.tape)).byteLength).toBeLessThan(102_000);
  });

  const wait: TapeRecorderOptions = { whenSlow: "wait", maxQueuedBytes: 3000 };

  test("wait: the next message waits for the tape, and none is missing", async () => {
    const sent = Array.from({ length: 20 }, (_, at) => large(at));
    const recorder = new TapeRecorder(wait);
    const reader = pullSource(sent).stream.pipeThrough(recorder).getReader();
    const tape = recorder.tape.getReader();
    for (let read = 0; read < 3; read++) await reader.read();
    const fourth = reader.read();
    expect(await fateOf(fourth)).toBe("pending");
    const chunks = [(await tape.read()).value];
    expect((await fourth).value).toBe(sent[3]);
    reader.releaseLock();
    const reading = readAll(recorder.readable);
    for (let result = await tape.read(); !result.done; result = await tape.read()) chunks.push(result.value);
    expect(await reading).toStrictEqual({ values: sent.slice(4), end: "done" });
    const { values } = await decoded(chunks);
    expect(messagesOf(values).map(([first]) => first)).toStrictEqual(sent.map(([first]) => first));
  });

  test.each(["cancel", "read"] as const)("wait: a tape that is gone holds nothing up any more (%s)", async (way) => {
    const recorder = new TapeRecorder({ ...wait, maxQueuedBytes: 0 });
    const reading = readAll(pullSource(Array(50).fill(A)).stream.pipeThrough(recorder));
    expect(await fateOf(reading)).toBe("pending");
    if (way === "cancel") await recorder.tape.cancel();
    else await readAll(recorder.tape);
    expect(await reading).toMatchObject({ end: "done", values: { length: 50 } });
  });

  test("wait: a reader that leaves while it waits ends everything", async () => {
    const recorder = new TapeRecorder({ ...wait, maxQueuedBytes: 0 });
    const source = pullSource([A], "wait");
    const reader = source.stream.pipeThrough(recorder).getReader();
    const read = reader.read();
    expect(await fateOf(read)).toBe("pending");
    await reader.cancel("left");
    expect((await read).done).toBe(true);
    await turn();
    expect(source.cancels).toStrictEqual(["left"]);
    expect(endOf(await recordsOf(recorder))).toStrictEqual({ kind: "cancelled", reason: "left" });
  });

  test("wait: a signal fires while it waits", async () => {
    const abort = new AbortController();
    const recorder = new TapeRecorder({ ...wait, maxQueuedBytes: 0, signal: abort.signal });
    const reader = pullSource([A], "wait").stream.pipeThrough(recorder).getReader();
    const read = rejection(reader.read());
    await turn();
    abort.abort("stop");
    expect(await read).toBe("stop");
  });
});
