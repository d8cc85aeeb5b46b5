import {
  type AnyFrame,
  FrameAfterErrorError,
  FrameError,
  type FrameFamily,
  NotificationDecoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  rawFrames,
  TerminalGuard,
} from "channel-frames";
import { expect } from "vitest";
import { endless } from "../endless.ts";
import { fateOf } from "../fate.ts";
import { frameA, frameE, notificationFrame } from "../frames.ts";
import { A, B, BAD, E, notification } from "../messages.ts";
import { pause, turn } from "../pause.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { open, subjects } from "../subjects.ts";
import { ways } from "../ways.ts";
import type { Checks } from "./check.ts";

const X = new Error("X");
const ten = Array.from({ length: 10 }, (_, n) => notification("x/n", { n }));
const tenFrames = Array.from({ length: 10 }, (_, n) => notificationFrame("x/n", n));

/** A family that counts what it decodes. */
function counting(): { readonly family: FrameFamily<AnyFrame>; readonly decoded: () => number } {
  let decoded = 0;
  const decode: FrameFamily<AnyFrame>["decode"] = (...message) => {
    decoded++;
    return rawFrames.decode(...message);
  };
  return { family: { decode, encode: notificationFrames.encode as never }, decoded: () => decoded };
}

/** What the source does, and how much of it arrives. */
export const streamSourceChecks: Checks = {
  async "st-01"() {
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const message of [...ten, BAD]) controller.enqueue(message);
        controller.close();
      },
    });
    const frames = source.pipeThrough(new NotificationDecoderStream()).pipeThrough(new TransformStream());
    const reader = frames.getReader();
    for (const frame of tenFrames) {
      expect((await reader.read()).value).toStrictEqual(frame);
      await pause(3);
    }
    const reason = await reader.read().catch((error: unknown) => error);
    expect(reason).toBeInstanceOf(FrameError);
    expect(reason).toMatchObject({ code: "body", index: 10 });
  },

  async "st-03"() {
    const sources = subjects.map((subject) => {
      const source = pullSource(endless(subject.items[0].in), "wait");
      open(subject, source.stream);
      return source;
    });
    const chained = pullSource(endless(A), "wait");
    chained.stream.pipeThrough(new NotificationDecoderStream()).pipeThrough(new TerminalGuard());
    await pause(50);
    for (const { pulls } of sources) expect(pulls).toBeLessThanOrEqual(1);
    expect(chained.pulls).toBeLessThanOrEqual(2);
  },

  async "st-04"() {
    for (const { open } of ways) {
      const source = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const message of ten) controller.enqueue(message);
          controller.error(X);
        },
      });
      const { frames, ending } = open(source, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual(tenFrames.slice(0, values.length));
      expect(end).toStrictEqual({ rejected: X });
      expect(await ending).toStrictEqual({ kind: "cut", frames: values.length, reason: X });
    }
  },

  async "st-05"() {
    for (const { open } of ways) {
      for (const pace of ["slow", "late"] as const) {
        const { frames, ending } = open(pullSource(ten, { throws: X }).stream, notificationFrames);
        expect(await readAll(frames, pace)).toStrictEqual({ values: tenFrames, end: { rejected: X } });
        expect(await ending).toStrictEqual({ kind: "cut", frames: 10, reason: X });
      }
    }
  },

  async "st-07"() {
    for (const { open } of ways) {
      const source = pullSource([A, B], "wait");
      const { frames, ending } = open(source.stream, notificationFrames);
      const reader = frames.getReader();
      expect((await reader.read()).value).toStrictEqual(frameA);
      await reader.cancel("enough");
      await turn();
      expect(source.cancels).toStrictEqual(["enough"]);
      expect(await ending).toStrictEqual({ kind: "cancelled", frames: 1, reason: "enough" });
    }
  },

  async "st-09"() {
    const guard = new TerminalGuard();
    const writer = guard.writable.getWriter();
    // No WritableStream begins a write in the very turn of its construction, and abort() drops what has not begun.
    await turn();
    writer.write(frameA).catch(() => {});
    expect(await fateOf(writer.abort(X))).toBe("fulfilled");
    expect(await readAll(guard.readable)).toStrictEqual({ values: [frameA], end: { rejected: X } });
    expect(await guard.ending).toStrictEqual({ kind: "cut", frames: 1, reason: X });
  },

  async "st-10"() {
    for (const { open } of ways) {
      for (const reason of [undefined, null, "x"]) {
        const left = open(pullSource([A], "wait").stream, notificationFrames);
        await left.frames.cancel(reason);
        const cancelled = await left.ending;
        expect(cancelled).toStrictEqual({ kind: "cancelled", frames: 0, reason });
        expect(Object.hasOwn(cancelled, "reason")).toBe(true);

        const broken = open(pullSource([A], { throws: reason }).stream, notificationFrames);
        await readAll(broken.frames);
        const cut = await broken.ending;
        expect(cut).toStrictEqual({ kind: "cut", frames: 1, reason });
        expect(Object.hasOwn(cut, "reason")).toBe(true);
      }
      const { frames, ending } = open(pullSource([A], "wait").stream, notificationFrames);
      await frames.cancel();
      expect(await ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: undefined });
    }
  },

  async "st-17"() {
    for (const { open } of ways) {
      const { family, decoded } = counting();
      const source = pullSource([A], "wait");
      const { frames, ending } = open(source.stream, family, { signal: AbortSignal.abort(X) });
      expect(await readAll(frames)).toStrictEqual({ values: [], end: { rejected: X } });
      await turn();
      expect(decoded()).toBe(0);
      expect(source.pulls).toBeLessThanOrEqual(1);
      expect(source.cancels).toStrictEqual([X]);
      expect(await fateOf(ending)).toBe("fulfilled");
      expect(await ending).toMatchObject({ frames: 0, reason: X });
    }
  },

  async "st-19"() {
    for (const end of ["close", "wait"] as const) {
      for (const { apart, open } of ways) {
        const source = pullSource([A, E, B], end);
        const { frames, ending } = open(source.stream, notificationFrames);
        const { values, end: last } = await readAll(frames);
        expect(values).toStrictEqual([frameA, frameE]);
        expect(last).toStrictEqual({ rejected: expect.any(FrameAfterErrorError) });
        await turn();
        // A decoder before the guard may have seen the source close already, and then there is nothing to cancel.
        if (end === "wait" || !apart) expect(source.cancels).toStrictEqual([expect.any(FrameAfterErrorError)]);
        expect(await ending).toMatchObject({ kind: "violated", frames: 1 });
      }
    }
  },

  async "st-21"() {
    for (const { open } of ways) {
      const { frames, ending } = open(pullSource([A, E, "ping"]).stream, notificationFrames);
      expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameE], end: "done" });
      expect(await ending).toMatchObject({ kind: "failed", frames: 1 });
    }
  },

  async "st-28"() {
    const onMalformed = (): never => {
      throw X;
    };
    for (const { open } of ways) {
      const source = pullSource([A, BAD, B]);
      const { frames, ending } = open(source.stream, notificationFrames, { onMalformed });
      expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: { rejected: X } });
      await turn();
      expect(source.cancels).toStrictEqual([X]);
      expect(await ending).toStrictEqual({ kind: "cut", frames: 1, reason: X });
    }
    const stage = new NotificationGuardedDecoderStream({ onMalformed });
    expect((await readAll(pullSource([BAD]).stream.pipeThrough(stage))).end).toStrictEqual({ rejected: X });
  },
};
