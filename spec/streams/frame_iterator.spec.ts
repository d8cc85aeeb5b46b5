import { type FrameReadable, type NotificationFrame, notificationFrames, readFrames } from "channel-frames";
import { describe, expect, test } from "vitest";
import { fateOf, rejection, watch } from "../support/fate.ts";
import { frameA, frameB, frameC } from "../support/frames.ts";
import { A, B, BAD, C } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { pushSource } from "../support/push_source.ts";
import { iterateAll, readAll } from "../support/read_all.ts";

const X = Symbol("broken");

function framesOf(source: { readonly stream: ReadableStream<Uint8Array> }): FrameReadable<NotificationFrame> {
  return readFrames(source.stream, notificationFrames);
}

describe("The iterator of readFrames", { timeout: 3000 }, () => {
  test("answers calls of next() in their turn, however hasty", async () => {
    const iterator = framesOf(pullSource([A, B, C])).values();
    const results = await Promise.all([
      iterator.next(),
      iterator.next(),
      iterator.next(),
      iterator.next(),
      iterator.next(),
    ]);
    expect(results).toStrictEqual([
      { done: false, value: frameA },
      { done: false, value: frameB },
      { done: false, value: frameC },
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  test("rejects one hasty next(), and ends for those behind it", async () => {
    const source = pullSource([A, BAD, B]);
    const frames = framesOf(source);
    const iterator = frames.values();
    const [first, second, third] = [iterator.next(), iterator.next(), iterator.next()];
    expect((await first).value).toStrictEqual(frameA);
    expect(await rejection(second)).toHaveProperty("code", "body");
    expect(await third).toStrictEqual({ done: true, value: undefined });
    expect(await iterator.next()).toStrictEqual({ done: true, value: undefined });
    expect(frames.locked).toBe(false);
    expect(source.cancels).toHaveLength(1);
  });

  test("goes on after calls that were hasty", async () => {
    const source = pushSource<Uint8Array>();
    const iterator = framesOf(source).values();
    const early = [iterator.next(), iterator.next()];
    source.push(A, B);
    expect((await Promise.all(early)).map(({ value }) => value)).toStrictEqual([frameA, frameB]);
    source.push(C);
    expect((await iterator.next()).value).toStrictEqual(frameC);
    source.close();
    expect((await iterator.next()).done).toBe(true);
  });

  test("is its own iterable, and holds the lock while it is at it", async () => {
    const frames = framesOf(pullSource([A]));
    const iterator = frames[Symbol.asyncIterator]();
    expect(iterator[Symbol.asyncIterator]()).toBe(iterator);
    expect(frames.locked).toBe(true);
    expect(() => frames.getReader()).toThrow(TypeError);
    expect(() => frames.values()).toThrow(TypeError);
    expect(await iterateAll(iterator)).toStrictEqual({ values: [frameA], end: "done" });
    expect(frames.locked).toBe(false);
  });

  test("cancels the source with what return() is given, once, and releases the lock", async () => {
    const source = pullSource([A, B], "wait");
    const frames = framesOf(source);
    const iterator = frames.values();
    await iterator.next();
    expect(await iterator.return?.("enough" as never)).toHaveProperty("done", true);
    expect(await iterator.return?.("more than enough" as never)).toHaveProperty("done", true);
    expect(source.cancels).toStrictEqual(["enough"]);
    expect(frames.locked).toBe(false);
    expect(await iterator.next()).toStrictEqual({ done: true, value: undefined });
    expect(await frames.ending).toStrictEqual({ kind: "cancelled", frames: 1, reason: "enough" });
  });

  test("does not let return() wait for a next() that nothing answers", async () => {
    const source = pushSource<Uint8Array>();
    const frames = framesOf(source);
    const iterator = frames.values();
    const next = watch(iterator.next().then(({ done }) => expect(done).toBe(true)));
    await turn();
    expect(next()).toBe("pending");
    expect(await fateOf(Promise.resolve(iterator.return?.("enough" as never)))).toBe("fulfilled");
    expect(next()).toBe("fulfilled");
    expect(source.cancels).toStrictEqual(["enough"]);
    expect(await frames.ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: "enough" });
  });

  test("leaves the source alone under preventCancel, and the stream to the next reader", async () => {
    const source = pullSource([A, B, C]);
    const frames = framesOf(source);
    for await (const frame of frames.values({ preventCancel: true })) {
      expect(frame).toStrictEqual(frameA);
      break;
    }
    expect(source.cancels).toStrictEqual([]);
    const reader = frames.getReader();
    expect((await reader.read()).value).toStrictEqual(frameB);
    reader.releaseLock();
    expect(await iterateAll(frames)).toStrictEqual({ values: [frameC], end: "done" });
    expect(await frames.ending).toStrictEqual({ kind: "finished", frames: 3 });
  });

  test("rejects return() with what the source's cancel() throws, and is done all the same", async () => {
    const stubborn = new ReadableStream<Uint8Array>({
      cancel() {
        throw X;
      },
    });
    const frames = readFrames(stubborn, notificationFrames);
    const iterator = frames.values();
    expect(await rejection(Promise.resolve(iterator.return?.("enough" as never)))).toBe(X);
    expect(await iterator.next()).toStrictEqual({ done: true, value: undefined });
    expect(frames.locked).toBe(false);
    expect(await frames.ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: "enough" });
  });

  test("rejects a pending next() when the signal is aborted", async () => {
    const abort = new AbortController();
    const source = pushSource<Uint8Array>();
    const frames = readFrames(source.stream, notificationFrames, { signal: abort.signal });
    const iteration = iterateAll(frames);
    source.push(A);
    await turn();
    abort.abort(X);
    expect(await iteration).toStrictEqual({ values: [frameA], end: { rejected: X } });
    expect(source.cancels).toStrictEqual([X]);
    expect(frames.locked).toBe(false);
    expect(await frames.ending).toStrictEqual({ kind: "cancelled", frames: 1, reason: X });
  });

  test("gives the frame that a read has asked for and was not there to take", async () => {
    const source = pushSource<Uint8Array>();
    const frames = framesOf(source);
    const impatient = frames.getReader();
    const given = impatient.read().catch(() => {});
    await turn();
    impatient.releaseLock();
    await given;
    source.push(A, B);
    await turn();
    source.close();
    expect(await iterateAll(frames)).toStrictEqual({ values: [frameA, frameB], end: "done" });
    expect(await frames.ending).toStrictEqual({ kind: "finished", frames: 2 });
  });
});

describe("The stream of readFrames after an iteration", { timeout: 3000 }, () => {
  test("is at its end, like any other stream", async () => {
    const frames = framesOf(pullSource([A]));
    await iterateAll(frames);
    expect(await readAll(frames)).toStrictEqual({ values: [], end: "done" });
  });

  test("has failed, like any other stream", async () => {
    const frames = framesOf(pullSource([A], { throws: X }));
    expect(await iterateAll(frames)).toStrictEqual({ values: [frameA], end: { rejected: X } });
    expect(await readAll(frames)).toStrictEqual({ values: [], end: { rejected: X } });
  });

  test("tells a new reader by closed, with no read", async () => {
    const ended = framesOf(pullSource([A]));
    await iterateAll(ended);
    expect(await fateOf(ended.getReader().closed)).toBe("fulfilled");
    const failed = framesOf(pullSource([A], { throws: X }));
    await iterateAll(failed);
    expect(await fateOf(failed.getReader().closed)).toStrictEqual({ rejected: X });
  });

  test("is closed for good when the iteration was left", async () => {
    const frames = framesOf(pullSource([A, B]));
    for await (const _ of frames) break;
    expect(await fateOf(frames.getReader().closed)).toBe("fulfilled");
  });
});
