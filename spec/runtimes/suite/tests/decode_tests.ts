import {
  decodeFrame,
  FrameError,
  type FrameErrorCode,
  type FrameOptions,
  joinMessage,
  NotificationDecoderStream,
  notificationFrames,
  rawFrames,
  runLoopFamily,
  runLoopFrames,
  splitMessage,
} from "channel-frames";
import { equal, ok, thrown } from "../check.ts";
import { frameA, frameB } from "../frames.ts";
import { inMemory } from "../in_memory.ts";
import { instanceOf } from "../matcher.ts";
import { A, B, BAD, item, message } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { type Test, test } from "../test.ts";

const shifted = new Uint8Array(A.length + 10);
shifted.set(A, 5);

const odd = new Uint8Array(2 * A.length);
odd.set(A);

const memories: readonly (readonly [string, () => ArrayBufferView | ArrayBuffer])[] = [
  ["an ArrayBuffer", () => A.slice().buffer],
  ["a DataView", () => new DataView(shifted.buffer, 5, A.length)],
  ["a view into a larger buffer", () => shifted.subarray(5, 5 + A.length)],
  ["an Int8Array", () => new Int8Array(shifted.buffer, 5, A.length)],
  ["shared memory", () => inMemory("SharedArrayBuffer", A)],
  ["resizable memory", () => inMemory("resizable", A)],
];

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** Bodies of a run loop's error, and what is wrong with them. */
const refused: readonly (readonly [string, Uint8Array, FrameErrorCode, FrameOptions?])[] = [
  ["128 levels", message(1, nested(128)), "error"],
  ["10 000 levels", message(1, nested(10_000)), "error"],
  ["1 000 000 levels", message(1, nested(1_000_000)), "error"],
  ["a level more than maxDepth", message(1, "[[[]]]"), "error", { maxDepth: 2 }],
  ["a lone surrogate", message(1, '"\\ud83d"'), "error"],
  ["a lone surrogate in a key", message(1, '{"\\udc00":1}'), "error"],
  ["a byte order mark", message(1, "\ufeff1"), "error"],
  ["a number beyond a double", message(1, "1e400"), "error"],
  ["bytes that are no UTF-8", Uint8Array.of(1, 0x22, 0xe2, 0x82, 0x22), "error"],
  ["something after the value", message(1, "1 2"), "error"],
  ["no body", message(1, ""), "error"],
  ["no chunk", item({ type: "assistant_text_content" }), "chunk"],
  ["an unknown tag", message(2, "1"), "unknown-tag"],
  ["nothing at all", new Uint8Array(), "empty"],
  ["a byte more than maxMessageBytes", message(1, "123"), "too-large", { maxMessageBytes: 3 }],
];

/** What a decoder stream does with what is between A and B. */
const malformed: readonly (readonly [string, unknown, FrameErrorCode])[] = [
  ["no JSON", BAD, "body"],
  ["an unknown tag", message(9, "{}"), "unknown-tag"],
  ["an empty message", new Uint8Array(), "empty"],
  ["a list of notifications", message(0, '[{"method":"x"}]'), "body"],
  ["text cut within a character", Uint8Array.of(0, 0x22, 0xe2, 0x82), "body"],
];

/** Decoding, beyond what the vectors say of it. */
export const decodeTests: readonly Test[] = [
  ...memories.map(([name, create]) =>
    test(`decodeFrame reads ${name}`, () => equal(decodeFrame(notificationFrames, create()), frameA)),
  ),
  ...refused.map(([name, bytes, code, options]) =>
    test(`decodeFrame refuses ${name}`, () => {
      const error = thrown(() => decodeFrame(runLoopFrames, bytes, options));
      equal(error, instanceOf(FrameError, { code }));
      ok(String(error).length < 500, "The message of the error is long");
    }),
  ),
  test("decodeFrame reads 127 levels", () => {
    equal(decodeFrame(runLoopFrames, message(1, nested(127))).type, "error");
  }),
  test("decodeFrame refuses a key-value pair in the place of members that are inherited", () => {
    const inherited = message(0, '{"type":"user","__proto__":{"prompt":"p"}}');
    equal(
      thrown(() => decodeFrame(runLoopFrames, inherited)),
      instanceOf(FrameError, { code: "chunk" }),
    );
  }),
  test("decodeFrame keeps magic keys as own members", () => {
    const body = '{"method":"x","params":{"__proto__":{"x":1},"constructor":2,"prototype":3,"toJSON":"t"}}';
    const frame = decodeFrame(notificationFrames, message(0, body));
    equal(JSON.stringify("notification" in frame && frame.notification), body);
    equal(Reflect.get({}, "x"), undefined);
  }),
  test("decodeFrame tells path and issues of what has the wrong shape", () => {
    const error = thrown(() => decodeFrame(runLoopFrames, message(0, '{"type":"user"}')));
    ok(error instanceof FrameError && error.issues?.[0]?.path === "prompt", String(error));
  }),
  test("decodeFrame has the engine's error as the cause", () => {
    const error = thrown(() => decodeFrame(runLoopFrames, message(1, "nope")));
    ok(error instanceof FrameError && error.cause instanceof SyntaxError, String(error));
  }),
  test("decodeFrame leaves raw bodies as views on the message", () => {
    const bytes = Uint8Array.of(0, 1, 2);
    const frame = decodeFrame(rawFrames, bytes);
    equal(frame, { type: "item", body: Uint8Array.of(1, 2) });
    ok(frame.body.buffer === bytes.buffer, "The body was copied");
  }),
  test("splitMessage and joinMessage copy nothing", () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const parts = splitMessage(bytes);
    equal(parts, { tag: 1, body: Uint8Array.of(2, 3) });
    ok(parts !== undefined && joinMessage(parts.tag, parts.body).buffer === bytes.buffer, "The message was copied");
    equal(splitMessage(new Uint8Array()), undefined);
  }),
  test("runLoopFamily passes unknown chunks when told to", () => {
    const family = runLoopFamily({ unknownChunks: "pass" });
    const chunk = { type: "assistant_video", url: "u" };
    equal(decodeFrame(family, item(chunk)), { type: "chunk", chunk });
  }),
  ...malformed.flatMap(([name, chunk, code]) => [
    test(`A decoder breaks at ${name}, after every frame before it`, async () => {
      const source = pullSource([A, chunk, B]);
      const { values, end } = await readAll(source.stream.pipeThrough(new NotificationDecoderStream()), "slow");
      equal(values, [frameA]);
      equal(end, { rejected: instanceOf(FrameError, { code, index: 1 }) });
    }),
    test(`A decoder leaves ${name} out when told to`, async () => {
      const source = pullSource([A, chunk, B]);
      const seen: unknown[] = [];
      const onMalformed = (error: FrameError): void => void seen.push(error.code, error.index);
      const reading = await readAll(source.stream.pipeThrough(new NotificationDecoderStream({ onMalformed })));
      equal(reading, { values: [frameA, frameB], end: "done" });
      equal(seen, [code, 1]);
    }),
  ]),
  test("A decoder ignores text", async () => {
    const source = pullSource(["ping", A, "", B, "pong"]);
    const reading = await readAll(source.stream.pipeThrough(new NotificationDecoderStream()));
    equal(reading, { values: [frameA, frameB], end: "done" });
  }),
  test("A decoder breaks at what is no message, whatever it is told", async () => {
    const source = pullSource([A, { not: "a message" }]);
    const decoder = new NotificationDecoderStream({ onMalformed: "skip" });
    const { end } = await readAll(source.stream.pipeThrough(decoder));
    equal(end, { rejected: instanceOf(FrameError, { code: "not-a-message" }) });
  }),
  test("A decoder breaks with what onMalformed throws, undefined too", async () => {
    const onMalformed = (): never => {
      throw undefined;
    };
    const source = pullSource([A, BAD, B]);
    const reading = await readAll(source.stream.pipeThrough(new NotificationDecoderStream({ onMalformed })), "slow");
    equal(reading, { values: [frameA], end: { rejected: undefined } });
  }),
];
