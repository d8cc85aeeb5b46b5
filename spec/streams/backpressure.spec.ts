import {
  CoalescedChunksStream,
  NotificationDecoderStream,
  NotificationEncoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  RunLoopDecoderStream,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import { describe, expect, test } from "vitest";
import { endless } from "../support/endless.ts";
import { fateOf, watch } from "../support/fate.ts";
import { textFrame } from "../support/frames.ts";
import { A, BAD, item } from "../support/messages.ts";
import { pause, turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { byName, open, stages, subjects } from "../support/subjects.ts";

describe.each(byName(subjects))("%s", { timeout: 3000 }, (_, subject) => {
  const [first] = subject.items;

  test("asks for one message at most while nobody reads", async () => {
    const source = pullSource(endless(first.in), "wait");
    open(subject, source.stream);
    await pause(50);
    expect(source.pulls).toBeLessThanOrEqual(1);
    expect(source.cancels).toStrictEqual([]);
  });

  test("never has more than one message in hand that its reader did not ask for", async () => {
    const source = pullSource(endless(first.in), "wait");
    const reader = open(subject, source.stream).readable.getReader();
    for (let reads = 1; reads <= 20; reads++) {
      const { value } = await reader.read();
      expect(value).toStrictEqual(first.out);
      await turn();
      expect(source.pulls).toBeGreaterThanOrEqual(reads);
      expect(source.pulls).toBeLessThanOrEqual(reads + 1);
    }
  });
});

describe.each(byName(stages))("%s", { timeout: 3000 }, (_, subject) => {
  const [first, second] = subject.items;

  test("tells its writer by desiredSize and ready when to go on", async () => {
    const { readable, writable } = subject.create();
    const reader = readable.getReader();
    const writer = writable.getWriter();
    await turn();
    expect(writer.desiredSize).toBe(1);
    expect(await fateOf(writer.ready)).toBe("fulfilled");

    const write = watch(writer.write(first.in));
    expect(writer.desiredSize).toBe(0);
    expect(await fateOf(writer.ready)).toBe("pending");
    expect(write()).toBe("pending");

    expect((await reader.read()).value).toStrictEqual(first.out);
    await turn();
    expect(write()).toBe("fulfilled");
    expect(writer.desiredSize).toBe(1);
    expect(await fateOf(writer.ready)).toBe("fulfilled");

    const impatient = [watch(writer.write(first.in)), watch(writer.write(second.in))];
    expect(writer.desiredSize).toBe(-1);
    expect((await reader.read()).value).toStrictEqual(first.out);
    await turn();
    expect(impatient.map((fate) => fate())).toStrictEqual(["fulfilled", "pending"]);
    expect((await reader.read()).value).toStrictEqual(second.out);
    await turn();
    expect(impatient.map((fate) => fate())).toStrictEqual(["fulfilled", "fulfilled"]);

    await reader.cancel("enough");
    await turn();
    expect(writer.desiredSize).toBe(null);
    expect(await fateOf(writer.ready)).toStrictEqual({ rejected: "enough" });
  });

  test("settles a write and a close that are awaited after reading has begun", async () => {
    const { readable, writable } = subject.create();
    const reading = readAll(readable);
    const writer = writable.getWriter();
    expect(await fateOf(writer.write(first.in))).toBe("fulfilled");
    expect(await fateOf(writer.close())).toBe("fulfilled");
    expect(writer.desiredSize).toBe(0);
    expect(await reading).toStrictEqual({ values: [first.out], end: "done" });
  });

  test("settles a close that is awaited with no item before it, whether anybody reads or not", async () => {
    const { writable } = subject.create();
    const close = await fateOf(writable.close());
    if (subject.guards) expect(close).toHaveProperty("rejected.code", "unserved");
    else expect(close).toBe("fulfilled");
  });

  test("lets its reader leave while a write waits, and tells the source", async () => {
    const source = pullSource(endless(first.in), "wait");
    const { readable } = open(subject, source.stream);
    await turn();
    expect(source.pulls).toBe(1);
    expect(await fateOf(readable.cancel("enough"))).toBe("fulfilled");
    expect(source.cancels).toStrictEqual(["enough"]);
  });
});

describe("A chain of stages", { timeout: 3000 }, () => {
  test("asks for one message a stage at most while nobody reads, and lets its reader leave", async () => {
    const source = pullSource(endless(A), "wait");
    const guard = new TerminalGuard();
    const encoder = new NotificationEncoderStream();
    const decoder = new NotificationGuardedDecoderStream();
    const frames = source.stream
      .pipeThrough(new NotificationDecoderStream())
      .pipeThrough(guard)
      .pipeThrough(encoder)
      .pipeThrough(decoder);
    await pause(50);
    expect(source.pulls).toBeLessThanOrEqual(4);
    expect(await fateOf(frames.cancel("enough"))).toBe("fulfilled");
    expect(source.cancels).toStrictEqual(["enough"]);
    expect(await decoder.ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: "enough" });
    expect((await guard.ending).kind).toBe("cancelled");
  });

  test("asks for one message a stage at most ahead of its reader", async () => {
    const source = pullSource(endless(item({ type: "user", prompt: "a" })), "wait");
    const frames = source.stream
      .pipeThrough(new RunLoopDecoderStream())
      .pipeThrough(new TerminalGuard())
      .pipeThrough(new CoalescedChunksStream());
    const reader = frames.getReader();
    for (let reads = 1; reads <= 10; reads++) {
      await reader.read();
      await pause(1);
      expect(source.pulls).toBeLessThanOrEqual(reads + 3);
    }
  });
});

describe("What comes to nothing", { timeout: 3000 }, () => {
  test("CoalescedChunksStream does not take fragments in while nobody reads", async () => {
    const source = pullSource(endless(textFrame("a")), "wait");
    source.stream.pipeThrough(new CoalescedChunksStream());
    await pause(50);
    expect(source.pulls).toBeLessThanOrEqual(1);
  });

  test("FrameDecoderStream does not take in messages that it skips while nobody reads", async () => {
    const source = pullSource(endless(BAD), "wait");
    source.stream.pipeThrough(new NotificationDecoderStream({ onMalformed: "skip" }));
    await pause(50);
    expect(source.pulls).toBeLessThanOrEqual(1);
  });

  test("readFrames does not take in messages that it skips while nobody reads", async () => {
    const source = pullSource(endless(BAD), "wait");
    readFrames(source.stream, notificationFrames, { onMalformed: "skip" });
    await pause(50);
    expect(source.pulls).toBe(0);
  });

  test("CoalescedChunksStream takes fragments in while a read waits for the whole", async () => {
    const source = pullSource(endless(textFrame("a"), 500));
    const { values } = await readAll(source.stream.pipeThrough(new CoalescedChunksStream()));
    expect(values).toStrictEqual([textFrame("a".repeat(500))]);
  });
});
