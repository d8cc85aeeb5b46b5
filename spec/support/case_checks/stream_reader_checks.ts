import {
  CoalescedChunksStream,
  coalesce,
  FrameDecoderStream,
  FrameEncoderStream,
  NotificationDecoderStream,
  NotificationEncoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  RunLoopDecoderStream,
  RunLoopEncoderStream,
  type RunLoopFrame,
  RunLoopGuardedDecoderStream,
  rawFrames,
  readFrames,
  runLoopFrames,
  TerminalGuard,
} from "channel-frames";
import { expect, vi } from "vitest";
import { deleteAsyncIterator } from "../delete_async_iterator.ts";
import { fateOf, watch } from "../fate.ts";
import { frameA, frameB, textFrame, userFrame } from "../frames.ts";
import { A, B, BAD, C, item, T, TC } from "../messages.ts";
import { turn } from "../pause.ts";
import { pullSource } from "../pull_source.ts";
import { pushSource } from "../push_source.ts";
import { iterateAll, readAll } from "../read_all.ts";
import { runScript } from "../run_script.ts";
import { open, stages, subjects } from "../subjects.ts";
import { ways } from "../ways.ts";
import type { Checks } from "./check.ts";

/** What the reader, the writer and the builder of a pipeline do. */
export const streamReaderChecks: Checks = {
  async "st-11"() {
    const spies = [
      vi.spyOn(ReadableStreamDefaultController.prototype, "error"),
      vi.spyOn(WritableStreamDefaultController.prototype, "error"),
    ];
    try {
      for (const subject of subjects) {
        const broken = open(subject, pullSource([subject.items[0].in], { throws: undefined }).stream);
        const { end } = await readAll(broken.readable);
        expect(end).toStrictEqual({ rejected: undefined });
        if (subject.guards) expect(await broken.ending).toStrictEqual({ kind: "cut", frames: 1, reason: undefined });

        const source = pushSource<unknown>();
        const left = open(subject, source.stream);
        await left.readable.cancel();
        expect(source.cancels).toStrictEqual([undefined]);

        const piped = new AbortController();
        const reading = readAll(open(subject, pushSource().stream, undefined, { signal: piped.signal }).readable);
        piped.abort(undefined);
        // readFrames has no pipe in front of it.
        if ("create" in subject) expect((await reading).end).toHaveProperty("rejected.name", "AbortError");
      }
      for (const { create, guards } of stages) {
        const stage = create();
        const reading = readAll(stage.readable);
        await stage.writable.abort();
        expect(await reading).toStrictEqual({ values: [], end: { rejected: undefined } });
        if (guards) expect(await stage.ending).toStrictEqual({ kind: "cut", frames: 0, reason: undefined });
      }
      for (const { open: openWay } of ways) {
        const { frames, ending } = openWay(pullSource([BAD]).stream, notificationFrames, {
          onMalformed() {
            throw undefined;
          },
        });
        expect(await readAll(frames)).toStrictEqual({ values: [], end: { rejected: undefined } });
        expect(await ending).toStrictEqual({ kind: "cut", frames: 0, reason: undefined });
      }
      for (const { mock } of spies) {
        expect(mock.calls.length).toBeGreaterThan(0);
        for (const given of mock.calls) expect(given).toHaveLength(1);
      }
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  },

  async "st-12"() {
    const { code, output } = await runScript("spec/streams/unhandled_pipelines.ts");
    expect(output).toMatch(/^\d+ pipelines\n$/);
    expect(code).toBe(0);
  },

  async "st-14"() {
    const source = pullSource([A, B, C], "wait");
    const decoder = new NotificationGuardedDecoderStream();
    const frames = source.stream
      .pipeThrough(new NotificationDecoderStream())
      .pipeThrough(new NotificationEncoderStream())
      .pipeThrough(decoder);
    for await (const frame of frames) {
      expect(frame).toStrictEqual(frameA);
      break;
    }
    await turn();
    expect(source.cancels).toStrictEqual([undefined]);
    expect(frames.locked).toBe(false);
    expect(await decoder.ending).toStrictEqual({ kind: "cancelled", frames: 1, reason: undefined });
  },

  async "st-15"() {
    const bringBack = deleteAsyncIterator();
    try {
      vi.resetModules();
      const lib = await import("channel-frames");
      expect(lib.readFrames).not.toBe(readFrames);
      expect(Symbol.asyncIterator in ReadableStream.prototype).toBe(false);
      const frames = lib.readFrames(pullSource([A, B]).stream, lib.notificationFrames);
      expect(await iterateAll(frames)).toStrictEqual({ values: [frameA, frameB], end: "done" });
      const guard = new lib.TerminalGuard();
      const piped = pullSource([A]).stream.pipeThrough(new lib.NotificationDecoderStream()).pipeThrough(guard);
      expect(await readAll(piped)).toStrictEqual({ values: [frameA], end: "done" });
      expect(await guard.ending).toStrictEqual({ kind: "finished", frames: 1 });
    } finally {
      bringBack();
    }
    expect(Symbol.asyncIterator in ReadableStream.prototype).toBe(true);
  },

  async "st-23"() {
    const tee = vi.spyOn(ReadableStream.prototype, "tee");
    try {
      for (const { open: openWay } of ways) {
        const { frames, ending } = openWay(pullSource([A, B]).stream, notificationFrames);
        expect(tee).not.toHaveBeenCalled();
        const [first, second] = frames.tee();
        const cancelled = watch(first.cancel("not me"));
        expect(await readAll(second)).toStrictEqual({ values: [frameA, frameB], end: "done" });
        expect(await ending).toStrictEqual({ kind: "finished", frames: 2 });
        await turn();
        expect(cancelled()).toBe("fulfilled");
        expect(tee).toHaveBeenCalledTimes(1);
        tee.mockClear();
      }
    } finally {
      tee.mockRestore();
    }
  },

  async "st-24"() {
    const usage = item({ type: "usage", completion_tokens: 1, prompt_tokens: 2, total_tokens: 3 });
    const logprobs = [{ token: "a", logprob: -0.5, top_logprobs: [] }];
    const text = item({ type: "assistant_text_content", text: "x", logprobs });
    const messages = [T("a"), T("b"), TC("x", "f", "{"), text, text, TC("x", "f", "}"), usage, usage];
    const plain = await readAll(readFrames(pullSource(messages).stream, runLoopFrames));
    const [collected, coalesced] = readFrames(pullSource(messages).stream, runLoopFrames).tee();
    const [kept, merged] = await Promise.all([
      readAll(collected),
      readAll(coalesced.pipeThrough(new CoalescedChunksStream())),
    ]);
    expect(merged.values.length).toBeLessThan(kept.values.length);
    expect(kept).toStrictEqual(plain);
    coalesce(kept.values.flatMap((frame) => (frame.type === "chunk" ? [frame.chunk] : [])));
    expect(kept).toStrictEqual(plain);
  },

  async "st-25"() {
    const encoder = new NotificationEncoderStream();
    const reading = readAll(encoder.readable);
    const writer = encoder.writable.getWriter();
    expect(await fateOf(writer.write(frameA))).toBe("fulfilled");
    expect(await fateOf(writer.close())).toBe("fulfilled");
    expect(await reading).toStrictEqual({ values: [A], end: "done" });
  },

  async "st-26"() {
    const none = undefined as never;
    for (const construct of [
      () => new FrameDecoderStream(none),
      () => new FrameEncoderStream(none),
      () => new FrameDecoderStream(rawFrames, { maxDepth: -1 }),
      () => new FrameEncoderStream(rawFrames, { maxDepth: -1 }),
      () => new NotificationDecoderStream({ maxDepth: -1 }),
      () => new NotificationGuardedDecoderStream({ maxDepth: -1 }),
      () => new NotificationEncoderStream({ maxDepth: -1 }),
      () => new RunLoopDecoderStream({ maxDepth: -1 }),
      () => new RunLoopGuardedDecoderStream({ maxDepth: -1 }),
      () => new RunLoopEncoderStream({ maxDepth: -1 }),
      () => new TerminalGuard({ unserved: "no" as never }),
      () => new CoalescedChunksStream({ maxHeld: -1 }),
      () => readFrames(new ReadableStream<Uint8Array>(), none),
      () => readFrames(new ReadableStream<Uint8Array>(), rawFrames, { maxDepth: -1 }),
    ]) {
      expect(construct).toThrow(TypeError);
    }
    for (const { create, items, guards } of stages) {
      const { readable, writable, ending } = create();
      const writer = writable.getWriter();
      const settled = [watch(writer.write(items[0].in)), watch(writer.close()), watch(readable.cancel("enough"))];
      await turn();
      for (const fate of settled) expect(fate()).not.toBe("pending");
      if (guards) expect(await ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: "enough" });
    }
  },

  async "st-29"() {
    for (const subject of subjects) {
      const { readable } = open(subject, pullSource([]).stream);
      expect(() => readable.getReader({ mode: "byob" })).toThrow(TypeError);
    }
    const pooled = Buffer.from("hi");
    const message = Buffer.from("\0hi");
    expect(pooled.buffer).toBe(message.buffer);
    const encoded = pullSource([{ type: "item" as const, body: pooled }]).stream;
    const written = await readAll(encoded.pipeThrough(new FrameEncoderStream(rawFrames)));
    expect(written.values).toStrictEqual([Uint8Array.from(message)]);
    const decoded = await readAll(pullSource([message]).stream.pipeThrough(new FrameDecoderStream(rawFrames)));
    expect(decoded.values.map(({ body }) => Buffer.from(body).toString())).toStrictEqual(["hi"]);
    expect([pooled.length, message.length]).toStrictEqual([2, 3]);
    expect(pooled.toString()).toBe("hi");
    expect(Buffer.from("next").toString()).toBe("next");
  },

  "st-31"() {
    for (const { create } of stages) expect(create()).toBeInstanceOf(TransformStream);
  },

  async "st-33"() {
    for (const { create, items } of stages) {
      const stage = create();
      const first = pullSource(items.map((passage) => passage.in)).stream.pipeThrough(stage);
      expect(() => pullSource([items[0].in]).stream.pipeThrough(stage)).toThrow(TypeError);
      expect(await readAll(first)).toStrictEqual({ values: items.map((passage) => passage.out), end: "done" });
    }
  },

  async "st-36"() {
    for (const { create, items } of stages) {
      const source = pullSource(
        items.map((passage) => passage.in),
        "wait",
      );
      const readable = source.stream.pipeThrough(create());
      await turn();
      expect(await fateOf(readable.cancel("enough"))).toBe("fulfilled");
      expect(source.cancels).toStrictEqual(["enough"]);
    }
    const chain = pullSource<RunLoopFrame>([textFrame("a"), userFrame("b"), userFrame("c"), userFrame("d")], "wait");
    const frames = chain.stream.pipeThrough(new CoalescedChunksStream()).pipeThrough(new TerminalGuard());
    await turn();
    expect(await fateOf(frames.cancel("enough"))).toBe("fulfilled");
    expect(chain.cancels).toStrictEqual(["enough"]);
  },
};
