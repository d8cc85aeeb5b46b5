import {
  type AnyFrame,
  FrameAfterErrorError,
  FrameError,
  type FrameFamily,
  notificationFrames,
  runLoopFrames,
  UnservedError,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkFrame, notificationFrame } from "../support/frames.ts";
import { E2, item, notification } from "../support/messages.ts";
import { turn } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import type { End } from "../support/read_all.ts";
import { type Expected, expectedOf, type Piece } from "../support/sequence_model.ts";
import { type Sequence, sequence } from "../support/sequences.ts";
import { type Way, ways } from "../support/ways.ts";

/** A property that fails prints its seed, too; this one makes every run the same. */
const settings = { seed: 20_230_817, numRuns: 250 };

const X = Symbol("broken");
const LEFT = Symbol("left");

/** A family, and how its generated pieces are written and read. */
interface Tongue {
  readonly name: string;
  readonly family: FrameFamily<AnyFrame>;
  readonly codes: { readonly item: string; readonly error: string };
  item(n: number): readonly [Uint8Array, AnyFrame];
  error(n: number): readonly [Uint8Array, AnyFrame];
}

const tongues: readonly Tongue[] = [
  {
    name: "notifications",
    family: notificationFrames,
    codes: { item: "body", error: "body" },
    item: (n) => [notification("x/n", { n }), notificationFrame("x/n", n)],
    error: (n) => [E2({ code: n, message: "" }), { type: "error", error: { code: n, message: "" } } as AnyFrame],
  },
  {
    name: "run loop",
    family: runLoopFrames,
    codes: { item: "chunk", error: "error" },
    item(n) {
      const chunk = { type: "user", prompt: `${n}` } as const;
      return [item(chunk), chunkFrame(chunk)];
    },
    error: (n) => [E2(n % 3 ? n : null), { type: "error", error: n % 3 ? n : null } as AnyFrame],
  },
];

function chunkOf(tongue: Tongue, piece: Piece): Uint8Array | string {
  if (piece.kind === "text") return piece.text;
  return piece.kind === "malformed" ? piece.body : tongue[piece.kind](piece.n)[0];
}

/** One kind of reader: takes so many frames, or all there are, and then leaves or tells how it ended. */
interface Taking {
  readonly name: string;
  start(frames: ReadableStream<AnyFrame>): {
    next(): Promise<IteratorResult<AnyFrame, unknown>>;
    leave(): Promise<unknown>;
  };
}

const takings: readonly Taking[] = [
  {
    name: "by a reader",
    start(frames) {
      const reader = frames.getReader();
      const next = async (): Promise<IteratorResult<AnyFrame, unknown>> => {
        const { done, value } = await reader.read();
        return done ? { done, value: undefined } : { done, value };
      };
      return { next, leave: () => reader.cancel(LEFT) };
    },
  },
  {
    name: "by iteration",
    start(frames) {
      const iterator: AsyncIterator<AnyFrame, unknown> = frames[Symbol.asyncIterator]();
      return { next: () => iterator.next(), leave: async () => iterator.return?.(LEFT) };
    },
  },
];

async function take(
  { start }: Taking,
  frames: ReadableStream<AnyFrame>,
  pace: readonly number[],
  atMost: number,
): Promise<{ values: AnyFrame[]; end: End | "left" }> {
  const { next, leave } = start(frames);
  const values: AnyFrame[] = [];
  while (values.length < atMost) {
    for (let turns = pace[values.length % pace.length] ?? 0; turns > 0; turns--) await new Promise(setImmediate);
    try {
      const { done, value } = await next();
      if (done) return { values, end: "done" };
      values.push(value);
    } catch (reason) {
      return { values, end: { rejected: reason } };
    }
  }
  await leave();
  return { values, end: "left" };
}

function endOf({ end }: Expected): End | "left" {
  if (end === "done") return "done";
  if (end === "open") return "left";
  if (end === "broken") return { rejected: X };
  if (end === "unserved") return { rejected: expect.any(UnservedError) };
  return { rejected: expect.any(end === "violated" ? FrameAfterErrorError : FrameError) };
}

async function check(way: Way, tongue: Tongue, taking: Taking, given: Sequence): Promise<void> {
  const { pieces, cut, skip, pace, ahead } = given;
  const expected = expectedOf(pieces, cut, skip, way.apart);
  const end = cut === "finish" ? "close" : cut === "break" ? { throws: X } : "wait";
  const chunks = pieces.map((piece) => chunkOf(tongue, piece));
  const source = pullSource(chunks, end, { highWaterMark: ahead });
  const { frames, ending } = way.open(source.stream, tongue.family, { onMalformed: skip ? "skip" : "error" });
  const atMost = expected.end === "open" ? expected.delivered.length : Number.POSITIVE_INFINITY;
  const taken = await take(taking, frames, pace, atMost);

  const delivered = expected.delivered.map(({ kind, n }) => tongue[kind](n)[1]);
  expect(taken).toStrictEqual({ values: delivered, end: endOf(expected) });

  const ended = await ending;
  expect(ended).toMatchObject({ kind: expected.ending, frames: expected.items });
  if (ended.kind === "failed")
    expect(ended).toStrictEqual({ ...ended, error: Reflect.get(delivered.at(-1) ?? {}, "error") });
  if (ended.kind === "cancelled") expect(ended.reason).toBe(LEFT);
  if (ended.kind === "cut" || ended.kind === "violated") expect({ rejected: ended.reason }).toStrictEqual(taken.end);
  if (typeof expected.end === "object") expect(ended).toHaveProperty("reason", expect.objectContaining(expected.end));

  // The source is told of an end exactly when it was not the one that made it.
  await turn();
  if (ended.kind === "cancelled") expect(source.cancels).toStrictEqual([LEFT]);
  else if (ended.kind === "finished" || ended.kind === "failed" || ended.kind === "unserved")
    expect(source.cancels).toStrictEqual([]);
}

for (const way of ways) {
  describe(way.name, () => {
    for (const tongue of tongues) {
      for (const taking of takings) {
        test(`gives the good prefix of any sequence of ${tongue.name} ${taking.name}, and its ending`, async () => {
          const property = fc.asyncProperty(sequence(tongue.codes), (given) => check(way, tongue, taking, given));
          await fc.assert(property, settings);
        });
      }
    }
  });
}
