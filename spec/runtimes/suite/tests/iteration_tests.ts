import { FrameError, notificationFrames, readFrames } from "channel-frames";
import { equal, ok, thrown } from "../check.ts";
import { fateOf } from "../fate.ts";
import { frameA, frameB, frameC, frameE } from "../frames.ts";
import { instanceOf } from "../matcher.ts";
import { A, B, BAD, C, E } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { pushSource } from "../push_source.ts";
import { iterateAll, readAll } from "../read_all.ts";
import { skip, type Test, test } from "../test.ts";
import { turn } from "../turn.ts";

/** Makes `ReadableStream` what it is in WebKit. Gives back what brings it all back. */
function takeIteratorAway(): () => void {
  const all = [
    [ReadableStream.prototype, Symbol.asyncIterator],
    [ReadableStream.prototype, "values"],
    [ReadableStream, "from"],
  ] as const;
  const undo = all.map(([owner, key]) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    Reflect.deleteProperty(owner, key);
    return () => descriptor && Object.defineProperty(owner, key, descriptor);
  });
  if (Symbol.asyncIterator in ReadableStream.prototype)
    skip("the iterator of ReadableStream cannot be taken away here");
  return () => {
    for (const bringBack of undo) bringBack();
  };
}

/** `readFrames` under `for await`, which has to work also where ReadableStream cannot be iterated. */
export const iterationTests: readonly Test[] = [
  test("Iteration of readFrames: to the end", async () => {
    const frames = readFrames(pullSource([A, "ping", B, E]).stream, notificationFrames);
    equal(await iterateAll(frames), { values: [frameA, frameB, frameE], end: "done" });
    equal(await frames.ending, { kind: "failed", frames: 2, error: { code: -32603, message: "boom" } });
    equal(frames.locked, false);
  }),
  test("Iteration of readFrames: to a failure, after every frame before it", async () => {
    const source = pullSource([A, B, BAD], "wait");
    const frames = readFrames(source.stream, notificationFrames);
    equal(await iterateAll(frames), { values: [frameA, frameB], end: { rejected: instanceOf(FrameError) } });
    equal([source.cancels.length, frames.locked], [1, false]);
    equal(await frames.ending, { kind: "cut", frames: 2, reason: instanceOf(FrameError) });
  }),
  test("Iteration of readFrames: where ReadableStream cannot be iterated", async () => {
    const bringBack = takeIteratorAway();
    try {
      const source = pullSource([A, B, C], "wait");
      const frames = readFrames(source.stream, notificationFrames);
      for await (const frame of frames.values({ preventCancel: true })) {
        equal(frame, frameA);
        break;
      }
      for await (const frame of frames) {
        equal(frame, frameB);
        break;
      }
      equal([source.cancels, frames.locked], [[undefined], false]);
      equal(await frames.ending, { kind: "cancelled", frames: 2, reason: undefined });
    } finally {
      bringBack();
    }
  }),
  test("Iteration of readFrames: left early, and its source is told", async () => {
    const source = pullSource([A, B], "wait");
    const frames = readFrames(source.stream, notificationFrames);
    for await (const frame of frames) {
      equal(frame, frameA);
      break;
    }
    equal([source.cancels, frames.locked], [[undefined], false]);
    equal(await frames.ending, { kind: "cancelled", frames: 1, reason: undefined });
  }),
  test("Iteration of readFrames: left early with preventCancel, and gone on with", async () => {
    const source = pullSource([A, B, C]);
    const frames = readFrames(source.stream, notificationFrames);
    for await (const frame of frames.values({ preventCancel: true })) {
      equal(frame, frameA);
      break;
    }
    equal(source.cancels, []);
    equal(await readAll(frames), { values: [frameB, frameC], end: "done" });
    equal(await frames.ending, { kind: "finished", frames: 3 });
  }),
  test("Iteration of readFrames: calls of next() that do not wait are answered in turn", async () => {
    const frames = readFrames(pullSource([A, B, C]).stream, notificationFrames);
    const iterator = frames.values();
    const results = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    equal(
      results.map(({ done, value }) => [done, value]),
      [
        [false, frameA],
        [false, frameB],
        [false, frameC],
        [true, undefined],
      ],
    );
  }),
  test("Iteration of readFrames: return() while next() waits", async () => {
    const source = pushSource();
    const frames = readFrames(source.stream, notificationFrames);
    const iterator = frames[Symbol.asyncIterator]();
    const next = iterator.next();
    await turn();
    equal(await fateOf(Promise.resolve(iterator.return?.("enough" as never))), "fulfilled");
    const { done, value } = await next;
    equal([done, value, source.cancels, frames.locked], [true, undefined, ["enough"], false]);
    equal(await frames.ending, { kind: "cancelled", frames: 0, reason: "enough" });
  }),
  test("Iteration of readFrames: next() after the end, and after a failure", async () => {
    const whole = readFrames(pullSource([A]).stream, notificationFrames).values();
    for (let time = 0; time < 4; time++) await whole.next();
    const { done } = await whole.next();
    equal(done, true);
    const broken = readFrames(pullSource([], { throws: "broken" }).stream, notificationFrames).values();
    equal(await fateOf(broken.next()), { rejected: "broken" });
    equal((await broken.next()).done, true);
  }),
  test("Iteration of readFrames: its signal ends the loop", async () => {
    const abort = new AbortController();
    const source = pullSource([A], "wait");
    const frames = readFrames(source.stream, notificationFrames, { signal: abort.signal });
    const reading = iterateAll(frames);
    await turn();
    abort.abort("enough");
    equal(await reading, { values: [frameA], end: { rejected: "enough" } });
    await turn();
    equal(source.cancels, ["enough"]);
  }),
  test("Iteration of readFrames: locks it, and a locked one cannot be iterated", () => {
    const frames = readFrames(pullSource([A]).stream, notificationFrames);
    const iterator = frames.values();
    equal(frames.locked, true);
    ok(thrown(() => frames.values()) instanceof TypeError, "No TypeError");
    equal(iterator[Symbol.asyncIterator]() === iterator, true);
  }),
  test("readFrames is an ordinary stream: tee, pipeTo and pipeThrough", async () => {
    const [left, right] = readFrames(pullSource([A, B]).stream, notificationFrames).tee();
    equal(await Promise.all([readAll(left), readAll(right)]), Array(2).fill({ values: [frameA, frameB], end: "done" }));
    const values: unknown[] = [];
    const frames = readFrames(pullSource([A, B]).stream, notificationFrames);
    await frames
      .pipeThrough(new TransformStream())
      .pipeTo(new WritableStream({ write: (frame) => void values.push(frame) }));
    equal(values, [frameA, frameB]);
    equal(await frames.ending, { kind: "finished", frames: 2 });
  }),
  test("readFrames locks its source, and refuses one that is locked", async () => {
    const source = pullSource([A]);
    const frames = readFrames(source.stream, notificationFrames);
    equal([source.stream.locked, frames.locked, source.pulls], [true, false, 0]);
    ok(thrown(() => readFrames(source.stream, notificationFrames)) instanceof TypeError, "No TypeError");
    equal(await readAll(frames), { values: [frameA], end: "done" });
  }),
];
