import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { handOver } from "../support/hand_over.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { byName, open, readers, stages, subjects } from "../support/subjects.ts";

describe.each(byName(stages))("%s", (_, subject) => {
  test("is a TransformStream to instanceof, and has both sides", () => {
    const stage = subject.create();
    expect(stage).toBeInstanceOf(TransformStream);
    expect(stage.readable).toBeInstanceOf(ReadableStream);
    expect(stage.writable).toBeInstanceOf(WritableStream);
    expect(stage.readable).toBe(stage.readable);
    expect(stage.writable).toBe(stage.writable);
  });

  test("names itself after TransformStream in a log, as its prototype does", () => {
    expect(Object.prototype.toString.call(subject.create())).toBe("[object TransformStream]");
  });

  test("throws when it is posted, transferred or cloned, and goes on working", async () => {
    const stage = subject.create();
    const { port1, port2 } = new MessageChannel();
    // A cast, as it is no Transferable: that is what is tried here.
    const transfer = [stage as unknown as Transferable];
    expect(() => structuredClone(stage, { transfer })).toThrow();
    expect(() => structuredClone(stage)).toThrow();
    expect(() => port1.postMessage(stage, transfer)).toThrow();
    expect(() => port1.postMessage(stage)).toThrow();
    port1.close();
    port2.close();
    const source = pullSource([subject.items[0].in]);
    const { values } = await readAll(source.stream.pipeThrough(stage));
    expect(values).toStrictEqual([subject.items[0].out]);
  });

  test("throws at once when a second source is piped into it, and delivers the first", async () => {
    const stage = subject.create();
    const first = pullSource(subject.items.map((item) => item.in));
    const second = pullSource([subject.items[0].in]);
    const readable = first.stream.pipeThrough(stage);
    expect(() => second.stream.pipeThrough(stage)).toThrow(TypeError);
    expect(second.stream.locked).toBe(false);
    expect(await readAll(readable)).toStrictEqual({ values: subject.items.map((item) => item.out), end: "done" });
    expect(second.pulls).toBe(0);
    expect(second.cancels).toStrictEqual([]);
  });

  test("locks each side for one reader and one writer", async () => {
    const { readable, writable } = subject.create();
    expect([readable.locked, writable.locked]).toStrictEqual([false, false]);
    const reader = readable.getReader();
    const writer = writable.getWriter();
    expect([readable.locked, writable.locked]).toStrictEqual([true, true]);
    expect(() => readable.getReader()).toThrow(TypeError);
    expect(() => writable.getWriter()).toThrow(TypeError);
    await expect(readable.cancel()).rejects.toThrow(TypeError);
    await expect(writable.abort()).rejects.toThrow(TypeError);
    reader.releaseLock();
    writer.releaseLock();
    expect([readable.locked, writable.locked]).toStrictEqual([false, false]);
  });
});

describe.each(byName(subjects))("%s", (_, subject) => {
  test("has no byob reader", async () => {
    const { readable } = open(subject, pullSource([subject.items[0].in]).stream);
    // A cast, as the types know that it is no stream of bytes.
    const bytes = readable as ReadableStream<Uint8Array>;
    expect(() => bytes.getReader({ mode: "byob" })).toThrow(TypeError);
    expect(readable.locked).toBe(false);
    expect(await readAll(readable)).toStrictEqual({ values: [subject.items[0].out], end: "done" });
  });

  test("hands its readable over to a MessageChannel, with all that comes and the ending", async () => {
    const source = pullSource([...subject.items.map((item) => item.in), subject.error.in]);
    const { readable, ending } = open(subject, source.stream);
    const reading = await handOver(readable, (moved) => readAll(moved));
    expect(reading).toStrictEqual({
      values: [...subject.items.map((item) => item.out), subject.error.out],
      end: "done",
    });
    expect(await ending).toStrictEqual(
      subject.guards ? { kind: "failed", frames: 3, error: subject.error.value } : undefined,
    );
  });

  test("hands a failure over to a MessageChannel, too", async () => {
    const { readable, ending } = open(subject, pullSource([subject.items[0].in], { throws: "broken" }).stream);
    const reading = await handOver(readable, (moved) => readAll(moved, "slow"));
    // How many frames the platform's own relay saves is its business.
    expect(reading.end).toStrictEqual({ rejected: "broken" });
    expect(await ending).toStrictEqual(subject.guards ? { kind: "cut", frames: 1, reason: "broken" } : undefined);
  });
});

describe.each(byName(readers))("%s", (_, subject) => {
  test("is a ReadableStream, and locks its source at once", async () => {
    const source = pullSource([subject.items[0].in]);
    const frames = subject.read(source.stream);
    expect(frames).toBeInstanceOf(ReadableStream);
    expect(source.stream.locked).toBe(true);
    expect(frames.locked).toBe(false);
    expect(source.pulls).toBe(0);
    expect(await readAll(frames)).toStrictEqual({ values: [subject.items[0].out], end: "done" });
  });

  test("throws at once for a source that is read already, and leaves the first reader alone", async () => {
    const source = pullSource(subject.items.map((item) => item.in));
    const frames = subject.read(source.stream);
    expect(() => subject.read(source.stream)).toThrow(TypeError);
    expect(await readAll(frames)).toStrictEqual({ values: subject.items.map((item) => item.out), end: "done" });
  });

  test("throws when it is cloned without a transfer", async () => {
    const frames = subject.read(pullSource([subject.items[0].in]).stream);
    expect(() => structuredClone(frames)).toThrow();
    await turn();
    expect(await readAll(frames)).toStrictEqual({ values: [subject.items[0].out], end: "done" });
  });

  test("goes into a pipe like any other stream", async () => {
    const frames = subject.read(pullSource([subject.items[0].in], { throws: "broken" }).stream);
    const got: unknown[] = [];
    const reason = await rejection(frames.pipeTo(new WritableStream({ write: (value) => void got.push(value) })));
    expect(got).toStrictEqual([subject.items[0].out]);
    expect(reason).toBe("broken");
  });
});
