import {
  CoalescedChunksStream,
  type DecoderInput,
  FrameDecoderStream,
  FrameEncoderStream,
  FrameError,
  GuardedDecoderStream,
  MessageGuard,
  NotificationDecoderStream,
  NotificationEncoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  RunLoopDecoderStream,
  RunLoopEncoderStream,
  RunLoopGuardedDecoderStream,
  rawFrames,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import { describe, expect, test } from "vitest";
import { chunkFrame } from "../support/frames.ts";
import { message } from "../support/messages.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";

describe("Every decoder passes its options on:", () => {
  const wide = message(0, '{"type":"usage","completion_tokens":9007199254740993,"prompt_tokens":1,"total_tokens":2}');
  const deep = message(0, `{"method":"x","params":${'{"a":'.repeat(5)}1${"}".repeat(5)}}`);

  test("integers of the run-loop decoders", async () => {
    const frame = chunkFrame({ type: "usage", completion_tokens: 2 ** 53, prompt_tokens: 1, total_tokens: 2 });
    const exact = {
      type: "chunk",
      chunk: { type: "usage", completion_tokens: 9007199254740993n, prompt_tokens: 1, total_tokens: 2 },
    };
    const decoded = async (stage: ReadableWritablePair<unknown, DecoderInput>): Promise<readonly unknown[]> =>
      (await readAll(pullSource<DecoderInput>([wide]).stream.pipeThrough(stage))).values;
    expect(await decoded(new RunLoopDecoderStream())).toStrictEqual([frame]);
    expect(await decoded(new RunLoopDecoderStream({ integers: "bigint" }))).toStrictEqual([exact]);
    expect(await decoded(new RunLoopGuardedDecoderStream({ integers: "bigint" }))).toStrictEqual([exact]);
  });

  test.each<[string, () => ReadableWritablePair<unknown, DecoderInput>]>([
    ["FrameDecoderStream", () => new FrameDecoderStream(notificationFrames, { maxDepth: 3 })],
    ["NotificationDecoderStream", () => new NotificationDecoderStream({ maxDepth: 3 })],
    ["GuardedDecoderStream", () => new GuardedDecoderStream(notificationFrames, { maxDepth: 3 })],
    ["NotificationGuardedDecoderStream", () => new NotificationGuardedDecoderStream({ maxDepth: 3 })],
    ["FrameDecoderStream", () => new FrameDecoderStream(notificationFrames, { maxMessageBytes: deep.length - 1 })],
    ["MessageGuard", () => new MessageGuard({ maxMessageBytes: deep.length - 1 })],
  ])("maxDepth and maxMessageBytes of %s", async (_, create) => {
    const { values, end } = await readAll(pullSource<DecoderInput>([deep]).stream.pipeThrough(create()));
    expect(values).toStrictEqual([]);
    expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
  });

  test("and the same message passes under the defaults", async () => {
    const { values } = await readAll(pullSource([deep]).stream.pipeThrough(new NotificationDecoderStream()));
    expect(values).toHaveLength(1);
  });
});

describe("A constructor throws a TypeError for", () => {
  // Casts, as the types would not let these through.
  const wrong = (option: object): never => option as never;
  const none = undefined as never;
  const source = (): ReadableStream<Uint8Array> => pullSource<Uint8Array>([]).stream;

  test.each<[string, () => unknown]>([
    ["no family (FrameDecoderStream)", () => new FrameDecoderStream(none)],
    ["no family (GuardedDecoderStream)", () => new GuardedDecoderStream(none)],
    ["no family (FrameEncoderStream)", () => new FrameEncoderStream(none)],
    ["no family (readFrames)", () => readFrames(source(), none)],
    ["a family that is none (FrameDecoderStream)", () => new FrameDecoderStream({} as never)],
    ["maxDepth -1 (FrameDecoderStream)", () => new FrameDecoderStream(rawFrames, { maxDepth: -1 })],
    ["maxDepth -1 (NotificationDecoderStream)", () => new NotificationDecoderStream({ maxDepth: -1 })],
    ["maxDepth -1 (RunLoopDecoderStream)", () => new RunLoopDecoderStream({ maxDepth: -1 })],
    ["maxDepth -1 (GuardedDecoderStream)", () => new GuardedDecoderStream(rawFrames, { maxDepth: -1 })],
    ["maxDepth -1 (NotificationGuardedDecoderStream)", () => new NotificationGuardedDecoderStream({ maxDepth: -1 })],
    ["maxDepth -1 (RunLoopGuardedDecoderStream)", () => new RunLoopGuardedDecoderStream({ maxDepth: -1 })],
    ["maxDepth -1 (FrameEncoderStream)", () => new FrameEncoderStream(rawFrames, { maxDepth: -1 })],
    ["maxDepth -1 (NotificationEncoderStream)", () => new NotificationEncoderStream({ maxDepth: -1 })],
    ["maxDepth -1 (RunLoopEncoderStream)", () => new RunLoopEncoderStream({ maxDepth: -1 })],
    ["maxDepth -1 (readFrames)", () => readFrames(source(), rawFrames, { maxDepth: -1 })],
    ["maxDepth 1.5", () => new NotificationDecoderStream({ maxDepth: 1.5 })],
    ["maxDepth as text", () => new NotificationDecoderStream(wrong({ maxDepth: "127" }))],
    ["maxMessageBytes NaN", () => new NotificationDecoderStream({ maxMessageBytes: Number.NaN })],
    ["maxMessageBytes -1 (MessageGuard)", () => new MessageGuard({ maxMessageBytes: -1 })],
    ["integers", () => new NotificationDecoderStream(wrong({ integers: "float" }))],
    ["integers (encoder)", () => new NotificationEncoderStream(wrong({ integers: "float" }))],
    ["onMalformed", () => new NotificationDecoderStream(wrong({ onMalformed: "ignore" }))],
    ["onMalformed (guarded)", () => new NotificationGuardedDecoderStream(wrong({ onMalformed: null }))],
    ["onMalformed (MessageGuard)", () => new MessageGuard(wrong({ onMalformed: "ignore" }))],
    ["unserved (TerminalGuard)", () => new TerminalGuard(wrong({ unserved: "ignore" }))],
    ["unserved (GuardedDecoderStream)", () => new GuardedDecoderStream(rawFrames, wrong({ unserved: "ignore" }))],
    ["unserved (MessageGuard)", () => new MessageGuard(wrong({ unserved: "ignore" }))],
    ["unserved (readFrames)", () => readFrames(source(), rawFrames, wrong({ unserved: null }))],
    ["toolCallArguments", () => new RunLoopDecoderStream(wrong({ toolCallArguments: "json" }))],
    ["toolCallArguments (inherited)", () => new RunLoopDecoderStream(wrong({ toolCallArguments: "toString" }))],
    ["unknownChunks", () => new RunLoopEncoderStream(wrong({ unknownChunks: true }))],
    ["maxHeld -1", () => new CoalescedChunksStream({ maxHeld: -1 })],
    ["maxHeld NaN", () => new CoalescedChunksStream({ maxHeld: Number.NaN })],
    ["a signal that is none", () => new TerminalGuard(wrong({ signal: {} }))],
    ["a source that is none (readFrames)", () => readFrames({} as never, rawFrames)],
  ])("%s", (_, construct) => {
    expect(construct).toThrow(TypeError);
  });

  test("nothing that is left undefined", () => {
    const options = {
      maxDepth: undefined,
      maxMessageBytes: undefined,
      integers: undefined,
      onMalformed: undefined,
      unserved: undefined,
      signal: undefined,
    };
    expect(new NotificationGuardedDecoderStream(options).readable.locked).toBe(false);
    expect(new NotificationEncoderStream(options).readable.locked).toBe(false);
    expect(new TerminalGuard(options).readable.locked).toBe(false);
    expect(new CoalescedChunksStream({ maxHeld: undefined as never, signal: undefined }).readable.locked).toBe(false);
    expect(new RunLoopDecoderStream({ toolCallArguments: undefined, unknownChunks: undefined }).readable.locked).toBe(
      false,
    );
  });

  test("a source that is locked (readFrames), and leaves it as it is", async () => {
    const locked = source();
    const reader = locked.getReader();
    expect(() => readFrames(locked, rawFrames)).toThrow(TypeError);
    expect((await reader.read()).done).toBe(true);
  });

  test("an option, and leaves the source of readFrames unlocked", () => {
    const stream = source();
    expect(() => readFrames(stream, rawFrames, { maxDepth: -1 })).toThrow(TypeError);
    expect(stream.locked).toBe(false);
  });
});
