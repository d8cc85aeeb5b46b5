import {
  anyJson,
  CutError,
  defineFamily,
  FrameAfterErrorError,
  FrameError,
  notificationFrames,
  RunLoopDecoderStream,
  rawFrames,
  runLoopFrames,
  TerminalGuard,
  UnservedError,
} from "channel-frames";
import { describe, expect, test } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { frameA, frameB, frameC, frameE } from "../support/frames.ts";
import { A, B, BAD, C, E, E2, message, T } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { ways } from "../support/ways.ts";

/** Whatever may be thrown, passed or forgotten. */
const reasons: readonly (readonly [name: string, reason: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ['"x"', "x"],
  ['""', ""],
  ["0", 0],
  ["false", false],
  ["an Error", new Error("broken")],
  ["a CutError", new CutError({ closeCode: 1006 })],
  ["a symbol", Symbol("broken")],
  ["a function", () => {}],
];

for (const { name, apart, open } of ways) {
  describe(`${name}: ending`, { timeout: 3000 }, () => {
    test("is finished for items and the finish", async () => {
      const { frames, ending } = open(pullSource([A, B, C]).stream, notificationFrames);
      expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameB, frameC], end: "done" });
      expect(await ending).toStrictEqual({ kind: "finished", frames: 3 });
    });

    test("is failed for an error frame and the finish, with the value of the frame itself", async () => {
      const { frames, ending } = open(pullSource([A, B, E]).stream, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual([frameA, frameB, frameE]);
      expect(end).toBe("done");
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "failed", frames: 2, error: { code: -32603, message: "boom" } });
      const last: unknown = values.at(-1);
      expect(ended.kind === "failed" && ended.error).toBe(Reflect.get(Object(last), "error"));
    });

    test.each([null, false, 0, "", [], {}, "overloaded", { error: 1 }])(
      "is failed with the value %j of a run loop",
      async (value) => {
        const { frames, ending } = open(pullSource([T("a"), E2(value)]).stream, runLoopFrames);
        expect((await readAll(frames)).values).toHaveLength(2);
        expect(await ending).toStrictEqual({ kind: "failed", frames: 1, error: value });
      },
    );

    test("is failed with the bytes of a raw error frame", async () => {
      const { frames, ending } = open(pullSource([Uint8Array.of(1, 7, 8)]).stream, rawFrames);
      await readAll(frames);
      expect(await ending).toStrictEqual({ kind: "failed", frames: 0, error: Uint8Array.of(7, 8) });
    });

    test("is failed with the value of a family's own, whatever its name", async () => {
      const family = defineFamily({
        item: { name: "line", schema: anyJson },
        error: { name: "problem", schema: anyJson },
      });
      const { frames, ending } = open(pullSource([E2(null)]).stream, family);
      expect((await readAll(frames)).values).toStrictEqual([{ type: "error", problem: null }]);
      expect(await ending).toStrictEqual({ kind: "failed", frames: 0, error: null });
    });

    test("is unserved for a finish at once, and the reader is told", async () => {
      const source = pullSource<Uint8Array>([]);
      const { frames, ending } = open(source.stream, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual([]);
      expect(end).toStrictEqual({ rejected: expect.any(UnservedError) });
      expect(await ending).toStrictEqual({ kind: "unserved", frames: 0 });
      expect(source.cancels).toStrictEqual([]);
    });

    test('is unserved under the option unserved: "close", too, and the reader sees an end', async () => {
      const { frames, ending } = open(pullSource<Uint8Array>([]).stream, notificationFrames, { unserved: "close" });
      expect(await readAll(frames)).toStrictEqual({ values: [], end: "done" });
      expect(await ending).toStrictEqual({ kind: "unserved", frames: 0 });
    });

    test.each([[[""]], [["ping", "pong"]]])("is unserved when all that came was the text %j", async (texts) => {
      const { frames, ending } = open(pullSource(texts).stream, notificationFrames);
      expect((await readAll(frames)).end).toStrictEqual({ rejected: expect.any(UnservedError) });
      expect(await ending).toStrictEqual({ kind: "unserved", frames: 0 });
    });

    test('is finished, and not unserved, with unserved: "close" and an item', async () => {
      const { frames, ending } = open(pullSource([A]).stream, notificationFrames, { unserved: "close" });
      expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: "done" });
      expect(await ending).toStrictEqual({ kind: "finished", frames: 1 });
    });

    test.each([
      ["an item", B, undefined],
      ["a second error frame", E, undefined],
      ["a message that is no JSON", BAD, "body"],
      ["an empty message", new Uint8Array(), "empty"],
      ["a message with an unknown tag", Uint8Array.of(2), "unknown-tag"],
      ["an error frame of the wrong shape", E2(null), "body"],
    ])("is violated by %s after the error frame", async (_, late, code) => {
      const source = pullSource([A, E, late], "wait");
      const { frames, ending } = open(source.stream, notificationFrames);
      const { values, end } = await readAll(frames, "slow");
      expect(values).toStrictEqual([frameA, frameE]);
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "violated", frames: 1, reason: expect.any(FrameAfterErrorError) });
      const reason = ended.kind === "violated" ? ended.reason : undefined;
      expect(end).toHaveProperty("rejected", reason);
      await turn();
      expect(source.cancels).toHaveLength(1);
      expect(source.cancels[0]).toBe(apart && code !== undefined ? reason?.cause : reason);
      if (code === undefined) expect(reason).not.toHaveProperty("cause");
      else expect(reason?.cause).toMatchObject({ code, index: 2 });
    });

    test("is violated by what is no message at all after the error frame", async () => {
      // A cast, as the types would not let it through.
      const source = pullSource([E, { not: "a message" } as unknown as Uint8Array], "wait");
      const { frames, ending } = open(source.stream, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual([frameE]);
      expect(end).toStrictEqual({ rejected: expect.any(FrameAfterErrorError) });
      expect(await ending).toStrictEqual({ kind: "violated", frames: 0, reason: expect.any(FrameAfterErrorError) });
    });

    test("is failed, as text after the error frame is ignored", async () => {
      const { frames, ending } = open(pullSource([A, E, "ping"]).stream, notificationFrames);
      expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameE], end: "done" });
      expect(await ending).toMatchObject({ kind: "failed", frames: 1 });
    });

    test("is cut, and not unserved, when the first message cannot be decoded", async () => {
      const source = pullSource([BAD], "wait");
      const { frames, ending } = open(source.stream, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual([]);
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "cut", frames: 0, reason: expect.any(FrameError) });
      expect(end).toHaveProperty("rejected", "reason" in ended ? ended.reason : undefined);
      await turn();
      expect(source.cancels).toStrictEqual(["reason" in ended ? ended.reason : undefined]);
    });

    test.each(["skip", () => {}] as const)(
      "is finished when messages were left out (onMalformed: %s)",
      async (onMalformed) => {
        const { frames, ending } = open(pullSource([BAD, A, BAD]).stream, notificationFrames, { onMalformed });
        expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: "done" });
        expect(await ending).toStrictEqual({ kind: "finished", frames: 1 });
      },
    );

    test.each(reasons)("is cut with the reason %s of the carrier, after the items before it", async (_, reason) => {
      const { frames, ending } = open(pullSource([A, B], { throws: reason }).stream, notificationFrames);
      const { values, end } = await readAll(frames, "slow");
      expect(values).toStrictEqual([frameA, frameB]);
      expect(end).toStrictEqual({ rejected: reason });
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "cut", frames: 2, reason });
      expect(Object.hasOwn(ended, "reason") && "reason" in ended && Object.is(ended.reason, reason)).toBe(true);
    });

    test.each(reasons)("is cut with the reason %s of a carrier that breaks at once", async (_, reason) => {
      const { frames, ending } = open(pullSource<Uint8Array>([], { throws: reason }).stream, notificationFrames);
      expect(await readAll(frames)).toStrictEqual({ values: [], end: { rejected: reason } });
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "cut", frames: 0, reason });
      expect(Object.hasOwn(ended, "reason")).toBe(true);
    });

    test.each(reasons)("is failed when the carrier breaks with %s after the error frame", async (_, reason) => {
      const { frames, ending } = open(pullSource([A, E], { throws: reason }).stream, notificationFrames);
      expect(await readAll(frames, "slow")).toStrictEqual({ values: [frameA, frameE], end: "done" });
      expect(await ending).toStrictEqual({ kind: "failed", frames: 1, error: { code: -32603, message: "boom" } });
    });

    test.each(reasons)("is cancelled with the reason %s of its reader", async (_, reason) => {
      const source = pullSource([A, B], "wait");
      const { frames, ending } = open(source.stream, notificationFrames);
      const reader = frames.getReader();
      await reader.read();
      expect(await fateOf(reader.cancel(reason))).toBe("fulfilled");
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "cancelled", frames: 1, reason });
      expect(Object.hasOwn(ended, "reason") && "reason" in ended && Object.is(ended.reason, reason)).toBe(true);
      expect(source.cancels).toStrictEqual([reason]);
    });

    test("is cancelled with the reason undefined when the reader gives none", async () => {
      const source = pullSource([A], "wait");
      const { frames, ending } = open(source.stream, notificationFrames);
      expect(await fateOf(frames.cancel())).toBe("fulfilled");
      expect(await ending).toStrictEqual({ kind: "cancelled", frames: 0, reason: undefined });
      expect(source.cancels).toStrictEqual([undefined]);
    });

    test("is cancelled, and not failed, when the reader leaves after the error frame and before the finish", async () => {
      const { frames, ending } = open(pullSource([A, E], "wait").stream, notificationFrames);
      const reader = frames.getReader();
      await reader.read();
      expect((await reader.read()).value).toStrictEqual(frameE);
      await reader.cancel("seen it");
      expect(await ending).toStrictEqual({ kind: "cancelled", frames: 1, reason: "seen it" });
    });

    // AbortController.abort(undefined) makes a reason of its own.
    test.each(reasons.filter(([, reason]) => reason !== undefined))(
      "is cancelled with the reason %s of its signal",
      async (_, reason) => {
        const abort = new AbortController();
        const source = pullSource([A], "wait");
        const { frames, ending } = open(source.stream, notificationFrames, { signal: abort.signal });
        const { values, end } = await readAll(frames, "eager", () => setTimeout(() => abort.abort(reason)));
        expect(values).toStrictEqual([frameA]);
        expect(end).toStrictEqual({ rejected: reason });
        expect(await ending).toStrictEqual({ kind: "cancelled", frames: 1, reason });
        await turn();
        expect(source.cancels).toStrictEqual([reason]);
      },
    );

    test("never rejects and stays pending while nothing has ended", async () => {
      const { frames, ending } = open(pullSource([A, E], "wait").stream, notificationFrames);
      const reader = frames.getReader();
      await reader.read();
      await reader.read();
      // The error frame says how it will end, not that it has ended.
      expect(await fateOf(ending)).toBe("pending");
      await reader.cancel();
      expect(await fateOf(ending)).toBe("fulfilled");
    });
  });
}

describe("TerminalGuard.ending", { timeout: 3000 }, () => {
  test("says cut, with the UnservedError of another guard before it: an earlier stage broke off", async () => {
    const [first, second] = [new TerminalGuard(), new TerminalGuard({ unserved: "close" })];
    const frames = pullSource<{ type: string }>([]).stream.pipeThrough(first).pipeThrough(second);
    const { values, end } = await readAll(frames);
    expect(values).toStrictEqual([]);
    expect(end).toStrictEqual({ rejected: expect.any(UnservedError) });
    expect(await first.ending).toStrictEqual({ kind: "unserved", frames: 0 });
    expect(await second.ending).toStrictEqual({ kind: "cut", frames: 0, reason: expect.any(UnservedError) });
  });

  test("says violated behind another guard that has found it so, with the same reason", async () => {
    const [first, second] = [new TerminalGuard(), new TerminalGuard()];
    const frames = pullSource([frameA, frameE, frameB]).stream.pipeThrough(first).pipeThrough(second);
    const { values, end } = await readAll(frames, "slow");
    expect(values).toStrictEqual([frameA, frameE]);
    const ended = await second.ending;
    expect(ended).toStrictEqual({ kind: "violated", frames: 1, reason: expect.any(FrameAfterErrorError) });
    expect(end).toHaveProperty("rejected", "reason" in ended ? ended.reason : undefined);
    expect((await first.ending) as unknown).toHaveProperty("reason", "reason" in ended ? ended.reason : undefined);
  });

  test("says cut for an UnservedError after items: what finished with no message had some", async () => {
    const reason = new UnservedError();
    const guard = new TerminalGuard();
    const { end } = await readAll(pullSource([frameA], { throws: reason }).stream.pipeThrough(guard));
    expect(end).toHaveProperty("rejected", reason);
    expect(await guard.ending).toStrictEqual({ kind: "cut", frames: 1, reason });
  });

  test("says unserved behind a decoder that left everything out, which the guard cannot see", async () => {
    const guard = new TerminalGuard();
    const source = pullSource([BAD, message(7, "")]);
    const frames = source.stream.pipeThrough(new RunLoopDecoderStream({ onMalformed: "skip" })).pipeThrough(guard);
    expect(await rejection(frames.getReader().read())).toBeInstanceOf(UnservedError);
    expect(await guard.ending).toStrictEqual({ kind: "unserved", frames: 0 });
  });

  test.each([
    ["bytes", A],
    ["text", "ping"],
    ["null", null],
    ["a frame without a type", {}],
  ])("says violated for %s after the error frame", async (_, late) => {
    const guard = new TerminalGuard();
    // A cast, as the types would not let it through.
    const source = pullSource([frameE, late as unknown as typeof frameE], "wait");
    const { values, end } = await readAll(source.stream.pipeThrough(guard));
    expect(values).toStrictEqual([frameE]);
    expect(end).toStrictEqual({ rejected: expect.any(FrameAfterErrorError) });
    expect(await guard.ending).toStrictEqual({ kind: "violated", frames: 0, reason: expect.any(FrameAfterErrorError) });
  });
});

for (const { name, open } of ways.filter((way) => !way.apart)) {
  test(`${name}: ending is finished with 0 frames when messages came and all were left out`, async () => {
    const source = pullSource([BAD, new Uint8Array()]);
    const { frames, ending } = open(source.stream, notificationFrames, { onMalformed: "skip" });
    expect(await readAll(frames)).toStrictEqual({ values: [], end: "done" });
    expect(await ending).toStrictEqual({ kind: "finished", frames: 0 });
  });
}
