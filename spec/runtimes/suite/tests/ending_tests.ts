import {
  anyJson,
  CutError,
  defineFamily,
  FrameAfterErrorError,
  MessageGuard,
  notificationFrames,
  rawFrames,
  readFrames,
  runLoopFrames,
  TerminalGuard,
  UnservedError,
} from "channel-frames";
import { equal, ok } from "../check.ts";
import { fateOf, watch } from "../fate.ts";
import { frameA, frameB, frameE } from "../frames.ts";
import { instanceOf } from "../matcher.ts";
import { A, B, BAD, E, error, T, UNKNOWN } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { paces, readAll } from "../read_all.ts";
import { type Subject, stages, ways } from "../subject.ts";
import { type Test, test } from "../test.ts";
import { turn } from "../turn.ts";

/** Whatever may be thrown, passed or forgotten. */
const reasons: readonly (readonly [string, unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ['""', ""],
  ["0", 0],
  ["false", false],
  ["an Error", new Error("broken")],
  ["a CutError", new CutError({ closeCode: 1006 })],
  ["a symbol", Symbol("broken")],
];

const value = { code: -32603, message: "boom" };

/** The rows of the table, read at every pace. */
function tableTests(way: Subject): readonly Test[] {
  const [a, b] = way.items;
  const row = (name: string, play: (pace: (typeof paces)[number]) => Promise<void>): Test =>
    test(`Ending of ${way.name}: ${name}`, async () => {
      for (const pace of paces) await play(pace);
    });
  return [
    row("items, finish: finished", async (pace) => {
      const { readable, ending } = way.open(pullSource([A, B]).stream);
      equal(await readAll(readable, pace), { values: [a.out, b.out], end: "done" });
      equal(await ending, { kind: "finished", frames: 2 });
    }),
    row("items, error frame, finish: failed", async (pace) => {
      const { readable, ending } = way.open(pullSource([A, B, E]).stream);
      equal(await readAll(readable, pace), { values: [a.out, b.out, way.error.out], end: "done" });
      equal(await ending, { kind: "failed", frames: 2, error: way.error.value });
    }),
    row("finish at once: unserved", async (pace) => {
      const { readable, ending } = way.open(pullSource([]).stream);
      equal(await readAll(readable, pace), { values: [], end: { rejected: instanceOf(UnservedError) } });
      equal(await ending, { kind: "unserved", frames: 0 });
    }),
    row('finish at once with unserved: "close"', async (pace) => {
      const { readable, ending } = way.open(pullSource([]).stream, { unserved: "close" });
      equal(await readAll(readable, pace), { values: [], end: "done" });
      equal(await ending, { kind: "unserved", frames: 0 });
    }),
    row("nothing but text, finish: unserved", async (pace) => {
      const { readable, ending } = way.open(pullSource(["ping", "pong"]).stream);
      equal(await readAll(readable, pace), { values: [], end: { rejected: instanceOf(UnservedError) } });
      equal(await ending, { kind: "unserved", frames: 0 });
    }),
    row("error frame, text, finish: failed", async (pace) => {
      const { readable, ending } = way.open(pullSource([A, E, "ping"]).stream);
      equal(await readAll(readable, pace), { values: [a.out, way.error.out], end: "done" });
      equal(await ending, { kind: "failed", frames: 1, error: way.error.value });
    }),
    ...[
      ["an item", B],
      ["a second error frame", E],
      ["a message of an unknown tag", UNKNOWN],
      ["an empty message", new Uint8Array()],
      ["what is no message", { not: "a message" }],
    ].map(([what, late]) =>
      row(`error frame, ${what}: violated`, async (pace) => {
        const source = pullSource([A, E, late], "wait");
        const { readable, ending } = way.open(source.stream);
        const { values, end } = await readAll(readable, pace);
        equal(values, [a.out, way.error.out]);
        equal(end, { rejected: instanceOf(FrameAfterErrorError) });
        equal(await ending, { kind: "violated", frames: 1, reason: typeof end === "object" && end.rejected });
        await turn();
        equal(source.cancels.length, 1, "cancels");
      }),
    ),
    row("items, error frame, break: failed", async (pace) => {
      for (const [, reason] of reasons) {
        const { readable, ending } = way.open(pullSource([A, E], { throws: reason }).stream);
        equal(await readAll(readable, pace), { values: [a.out, way.error.out], end: "done" });
        equal(await ending, { kind: "failed", frames: 1, error: way.error.value });
      }
    }),
    ...reasons.map(([name, reason]) =>
      row(`items, break with ${name}: cut`, async (pace) => {
        const { readable, ending } = way.open(pullSource([A, B], { throws: reason }).stream);
        equal(await readAll(readable, pace), { values: [a.out, b.out], end: { rejected: reason } });
        equal(await ending, { kind: "cut", frames: 2, reason });
        const none = way.open(pullSource([], { throws: reason }).stream);
        equal(await readAll(none.readable, pace), { values: [], end: { rejected: reason } });
        equal(await none.ending, { kind: "cut", frames: 0, reason });
      }),
    ),
    ...reasons.map(([name, reason]) =>
      test(`Ending of ${way.name}: its reader leaves with ${name}: cancelled`, async () => {
        const source = pullSource([A, B], "wait");
        const { readable, ending } = way.open(source.stream);
        const reader = readable.getReader();
        await reader.read();
        equal(await fateOf(reader.cancel(reason)), "fulfilled");
        equal(await ending, { kind: "cancelled", frames: 1, reason });
        equal(source.cancels, [reason]);
      }),
    ),
    test(`Ending of ${way.name}: pending until it has ended, then always the same`, async () => {
      const { readable, ending } = way.open(pullSource([A, E], "wait").stream);
      const reader = readable.getReader();
      await reader.read();
      await reader.read();
      // The error frame says how it will end, not that it has ended.
      const fate = watch(Promise.resolve(ending));
      await turn();
      equal(fate(), "pending");
      await reader.cancel("seen it");
      const first = await ending;
      equal(first, { kind: "cancelled", frames: 1, reason: "seen it" });
      await reader.cancel("again").catch(() => {});
      ok((await ending) === first, "The ending has changed");
    }),
  ];
}

/** The endings of every way, and what one way alone can know. */
export const endingTests: readonly Test[] = [
  ...ways.flatMap(tableTests),
  ...[null, false, 0, "", [], {}, "overloaded"].map((failure) =>
    test(`Ending of readFrames: failed with the run loop's error ${JSON.stringify(failure)}`, async () => {
      const frames = readFrames(pullSource([T("a"), error(failure)]).stream, runLoopFrames);
      equal((await readAll(frames)).values.length, 2);
      equal(await frames.ending, { kind: "failed", frames: 1, error: failure });
    }),
  ),
  test("Ending of readFrames: failed with the bytes of a raw error frame", async () => {
    const frames = readFrames(pullSource([Uint8Array.of(1, 7, 8)]).stream, rawFrames);
    await readAll(frames);
    equal(await frames.ending, { kind: "failed", frames: 0, error: Uint8Array.of(7, 8) });
  }),
  test("Ending of readFrames: failed with the value of a family of one's own", async () => {
    const family = defineFamily({
      item: { name: "line", schema: anyJson },
      error: { name: "problem", schema: anyJson },
    });
    const frames = readFrames(pullSource([error(null)]).stream, family);
    equal((await readAll(frames)).values, [{ type: "error", problem: null }]);
    equal(await frames.ending, { kind: "failed", frames: 0, error: null });
  }),
  test("Ending of readFrames: finished when all messages were left out", async () => {
    const frames = readFrames(pullSource([BAD, UNKNOWN]).stream, notificationFrames, { onMalformed: "skip" });
    equal(await readAll(frames), { values: [], end: "done" });
    equal(await frames.ending, { kind: "finished", frames: 0 });
  }),
  test("Ending of MessageGuard: finished when all messages were left out", async () => {
    const guard = new MessageGuard({ onMalformed: "skip" });
    equal(await readAll(pullSource([UNKNOWN, new Uint8Array()]).stream.pipeThrough(guard)), {
      values: [],
      end: "done",
    });
    equal(await guard.ending, { kind: "finished", frames: 0 });
  }),
  test("MessageGuard passes the very messages it is given", async () => {
    const { values } = await readAll(pullSource([A, E]).stream.pipeThrough(new MessageGuard()));
    ok(values[0] === A && values[1] === E, "They are copies");
  }),
  test("Ending of TerminalGuard: violated behind another that found it so, with the same reason", async () => {
    const [first, second] = [new TerminalGuard(), new TerminalGuard()];
    const frames = pullSource([frameA, frameE, frameB]).stream.pipeThrough(first).pipeThrough(second);
    const { values, end } = await readAll(frames, "slow");
    equal(values, [frameA, frameE]);
    const reason = typeof end === "object" ? end.rejected : undefined;
    equal([await first.ending, await second.ending], Array(2).fill({ kind: "violated", frames: 1, reason }));
  }),
  test("Ending of TerminalGuard: cut by the UnservedError of another before it", async () => {
    const [first, second] = [new TerminalGuard(), new TerminalGuard({ unserved: "close" })];
    await readAll(pullSource([]).stream.pipeThrough(first).pipeThrough(second));
    equal(await first.ending, { kind: "unserved", frames: 0 });
    equal(await second.ending, { kind: "cut", frames: 0, reason: instanceOf(UnservedError) });
  }),
  test("A close with no item before it settles, whether anybody reads or not", async () => {
    for (const { guards, create, name } of stages) {
      const { writable } = create();
      const fate = await fateOf(writable.close());
      equal(fate, guards ? { rejected: instanceOf(UnservedError) } : "fulfilled", name);
    }
  }),
  test("The error of failed is the value of the frame itself", async () => {
    const frames = readFrames(pullSource([E]).stream, notificationFrames);
    const { values } = await readAll(frames);
    const ended = await frames.ending;
    equal(ended.kind === "failed" && ended.error, value);
    ok(ended.kind === "failed" && ended.error === Reflect.get(Object(values[0]), "error"), "It is a copy");
  }),
];
