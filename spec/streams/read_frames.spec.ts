import { notificationFrames, RunLoopEncoderStream, readFrames, runLoopFrames, TerminalGuard } from "channel-frames";
import { describe, expect, test } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { frameA, frameB, textFrame, userFrame } from "../support/frames.ts";
import { A, B, BAD, C, T } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { pushSource } from "../support/push_source.ts";
import { readAll } from "../support/read_all.ts";

const X = Symbol("no");

describe("readFrames", { timeout: 3000 }, () => {
  test("reads its source only when it is read, message by message", async () => {
    const source = pullSource([A, "ping", B, C]);
    const reader = readFrames(source.stream, notificationFrames).getReader();
    await turn();
    expect(source.pulls).toBe(0);
    expect((await reader.read()).value).toStrictEqual(frameA);
    await turn();
    expect(source.pulls).toBe(1);
    expect((await reader.read()).value).toStrictEqual(frameB);
    await turn();
    expect(source.pulls).toBe(3);
  });

  test("answers reads that wait side by side, and their end", async () => {
    const source = pushSource<Uint8Array>();
    const reader = readFrames(source.stream, notificationFrames).getReader();
    const reads = [reader.read(), reader.read(), reader.read()];
    source.push(A, B);
    source.close();
    const results = await Promise.all(reads);
    expect(results.map(({ value }) => value)).toStrictEqual([frameA, frameB, undefined]);
    expect(results[2]?.done).toBe(true);
  });

  test("takes a source that is one of ours", async () => {
    const messages = pullSource([textFrame("a"), userFrame("b")]).stream.pipeThrough(new RunLoopEncoderStream());
    const guard = new TerminalGuard();
    const frames = readFrames(messages, runLoopFrames).pipeThrough(guard);
    expect(await readAll(frames)).toStrictEqual({ values: [textFrame("a"), userFrame("b")], end: "done" });
    expect(await guard.ending).toStrictEqual({ kind: "finished", frames: 2 });
  });

  test("can be teed, and both branches have everything", async () => {
    const frames = readFrames(pullSource([T("a"), T("b")]).stream, runLoopFrames);
    const [first, second] = frames.tee();
    const readings = await Promise.all([readAll(first), readAll(second, "slow")]);
    expect(readings[0]).toStrictEqual({ values: [textFrame("a"), textFrame("b")], end: "done" });
    expect(readings[1]).toStrictEqual(readings[0]);
    expect(await frames.ending).toStrictEqual({ kind: "finished", frames: 2 });
  });

  test("says by cancel() what the source's cancel() throws, and is cancelled all the same", async () => {
    const stubborn = new ReadableStream<Uint8Array>({
      cancel() {
        throw X;
      },
    });
    const frames = readFrames(stubborn, notificationFrames);
    expect(await rejection(frames.cancel("enough"))).toBe(X);
    expect(await frames.ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: "enough" });
    expect(await readAll(frames)).toStrictEqual({ values: [], end: "done" });
  });

  test("does not wait for a source whose cancel() never ends: at a fault", async () => {
    const stuck = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(BAD),
        cancel: () => new Promise(() => {}),
      },
      { highWaterMark: 0 },
    );
    const frames = readFrames(stuck, notificationFrames);
    expect((await readAll(frames)).end).toHaveProperty("rejected.code", "body");
    expect((await frames.ending).kind).toBe("cut");
  });

  test("does not wait for a source whose cancel() never ends: at its signal", async () => {
    const abort = new AbortController();
    const stuck = new ReadableStream<Uint8Array>({ cancel: () => new Promise(() => {}) });
    const frames = readFrames(stuck, notificationFrames, { signal: abort.signal });
    const reading = fateOf(frames.getReader().read());
    abort.abort(X);
    expect(await reading).toStrictEqual({ rejected: X });
    expect(await frames.ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: X });
  });

  test("gives an error as undefined as the source gives it", async () => {
    const frames = readFrames(pullSource([A], { throws: undefined }).stream, notificationFrames);
    expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: { rejected: undefined } });
    expect(await frames.ending).toStrictEqual({ kind: "cut", frames: 1, reason: undefined });
  });
});
