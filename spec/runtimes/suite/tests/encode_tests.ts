import {
  type AnyFrame,
  anyJson,
  copyMessage,
  decodeFrame,
  defineFamily,
  encodeFrame,
  FrameEncodeError,
  type FrameEncodeErrorCode,
  type FrameFamily,
  type FrameOptions,
  NotificationEncoderStream,
  notificationFrames,
  rawFrames,
  runLoopFrames,
} from "channel-frames";
import { equal, fail, ok, thrown } from "../check.ts";
import { fateOf } from "../fate.ts";
import { frameA, frameB, frameE } from "../frames.ts";
import { instanceOf } from "../matcher.ts";
import { A, B, E } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { type Test, test } from "../test.ts";
import { turn } from "../turn.ts";

/** Takes what the types would not let through. */
function encodeAny(family: FrameFamily<AnyFrame>, frame: unknown, options?: FrameOptions): Uint8Array {
  return Reflect.apply(encodeFrame, undefined, [family, frame, options]);
}

const bodyText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(1));

const nested = (levels: number): unknown => {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
};

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

class Point {
  readonly x = 1;
}

const toJSON = (): never => fail("toJSON was called");

/** What JSON cannot say, and the path at which it stands in `{ at: [0, value] }`. */
const unsayable: readonly (readonly [string, unknown, string?])[] = [
  ["undefined in a list", undefined],
  ["a function", () => 1],
  ["a symbol", Symbol("s")],
  ["a bigint without the option", 1n],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["a Date", new Date(0)],
  ["a Map", new Map([["a", 1]])],
  ["a Set", new Set([1])],
  ["an Error", new Error("e")],
  ["a RegExp", /x/],
  ["a boxed string", Object("s")],
  ["a promise", Promise.resolve()],
  ["bytes", Uint8Array.of(1)],
  ["a class instance", new Point()],
  ["an object that inherits", Object.create({ a: 1 })],
  ["an object with toJSON", { toJSON }],
  ["a list with toJSON", Object.assign([1], { toJSON })],
  ["a hole in a list", Array(1), "at[1][0]"],
  ["a cycle", cycle, "at[1].self"],
  [
    "a getter that throws",
    {
      get bad(): never {
        throw new Error("no");
      },
    },
    "at[1].bad",
  ],
];

/** What else a peer would refuse. */
const refused: readonly (readonly [string, unknown, FrameEncodeErrorCode, string, FrameOptions?])[] = [
  ["a lone surrogate", { a: "\ud83d" }, "not-unicode", "a"],
  ["a lone low surrogate", ["x\ude00"], "not-unicode", "[0]"],
  ["swapped surrogates", "\ude00\ud83d", "not-unicode", ""],
  ["a lone surrogate in a key", { a: { "\ud800": 1 } }, "not-unicode", 'a["\\\\ud800"]'],
  ["128 levels", nested(128), "too-deep", `${"[0]".repeat(40)}…`],
  ["a level more than maxDepth", { a: [{}] }, "too-deep", "a[0]", { maxDepth: 2 }],
  ["a byte more than maxMessageBytes", "é", "too-large", "", { maxMessageBytes: 4 }],
  ["a bigint beyond 64 bits", [2n ** 64n], "not-json", "[0]", { integers: "bigint" }],
  ["a bigint below 64 bits", [-(2n ** 63n) - 1n], "not-json", "[0]", { integers: "bigint" }],
];

/** What is written, to the byte. */
const written: readonly (readonly [string, unknown, string, FrameOptions?])[] = [
  ["null", null, "null"],
  ["false", false, "false"],
  ["-0 as 0", -0, "0"],
  ["members that are undefined as absent", { a: undefined, b: { c: undefined } }, '{"b":{}}'],
  ["characters beyond ASCII as UTF-8", "é€😀\u2028\u0000", '"é€😀\u2028\\u0000"'],
  ["a backslash before text that looks like a surrogate", "\\ud83d", '"\\\\ud83d"'],
  ["a member toJSON that is no function", { toJSON: "t" }, '{"toJSON":"t"}'],
  ["an object without a prototype", Object.assign(Object.create(null), { x: 1 }), '{"x":1}'],
  ["magic keys", JSON.parse('{"__proto__":1,"constructor":2}'), '{"__proto__":1,"constructor":2}'],
  ["127 levels", nested(127), "[".repeat(127) + "]".repeat(127)],
  [
    "a bigint as digits",
    [2n ** 64n - 1n, { n: -(2n ** 63n) }],
    '[18446744073709551615,{"n":-9223372036854775808}]',
    { integers: "bigint" },
  ],
  ["exactly maxMessageBytes", "é", '"é"', { maxMessageBytes: 5 }],
];

/** What is no frame of the family. */
const frameless: readonly (readonly [string, unknown, string])[] = [
  ["another family's frame", { type: "chunk", chunk: { type: "user", prompt: "p" } }, "type"],
  ["an object without a type", { notification: { method: "x" } }, "type"],
  ["a type of Object.prototype", { type: "toString" }, "type"],
  ["null", null, "type"],
  ["a message", A, "type"],
  [
    "params of the wrong shape",
    { type: "notification", notification: { method: "x", params: { _meta: [1] } } },
    "params._meta",
  ],
  ["a code of more than 32 bits", { type: "error", error: { code: 2 ** 31, message: "m" } }, "code"],
];

/** Each message has to be alone in its memory: whoever sends it may hand that over. */
function hasOwnBuffer(bytes: Uint8Array): void {
  ok(bytes.constructor === Uint8Array, `It is a ${bytes.constructor.name}`);
  equal([bytes.byteOffset, bytes.buffer.byteLength], [0, bytes.byteLength], "offset and size of the buffer");
}

/** Encoding: what is refused, and where it says so; and what is written. */
export const encodeTests: readonly Test[] = [
  ...unsayable.map(([name, value, path = "at[1]"]) =>
    test(`encodeFrame refuses ${name}`, () => {
      const run = (): unknown => encodeAny(runLoopFrames, { type: "error", error: { at: [0, value] } });
      equal(thrown(run), instanceOf(FrameEncodeError, { code: "not-json", path }));
    }),
  ),
  ...refused.map(([name, error, code, path, options]) =>
    test(`encodeFrame refuses ${name}`, () => {
      const run = (): unknown => encodeAny(runLoopFrames, { type: "error", error }, options);
      equal(thrown(run), instanceOf(FrameEncodeError, { code, path }));
    }),
  ),
  ...frameless.map(([name, frame, path]) =>
    test(`encodeFrame refuses ${name} for a frame`, () => {
      equal(
        thrown(() => encodeAny(notificationFrames, frame)),
        instanceOf(FrameEncodeError, { code: "shape", path }),
      );
    }),
  ),
  ...written.map(([name, error, text, options]) =>
    test(`encodeFrame writes ${name}`, () => {
      const bytes = encodeAny(runLoopFrames, { type: "error", error }, options);
      equal([bytes[0], bodyText(bytes)], [1, text]);
      hasOwnBuffer(bytes);
      equal(encodeAny(runLoopFrames, decodeFrame(runLoopFrames, bytes, options), options), bytes, "once more");
    }),
  ),
  test("encodeFrame does not fall over what is deeper than the stack", () => {
    const error = nested(50_000);
    const run = (): unknown => encodeAny(runLoopFrames, { type: "error", error });
    equal(thrown(run), instanceOf(FrameEncodeError, { code: "too-deep" }));
    const boundless = (): unknown =>
      encodeAny(
        runLoopFrames,
        { type: "error", error: [error, 1n] },
        { maxDepth: Number.POSITIVE_INFINITY, integers: "bigint" },
      );
    equal(thrown(boundless), instanceOf(FrameEncodeError, { code: "not-json" }));
  }),
  test("encodeFrame refuses what unfolds to more than maxMessageBytes, without unfolding it", () => {
    let error: unknown = [1];
    for (let level = 0; level < 60; level++) error = [error, error];
    const run = (): unknown => encodeAny(runLoopFrames, { type: "error", error }, { maxMessageBytes: 100_000 });
    equal(thrown(run), instanceOf(FrameEncodeError, { code: "too-large" }));
  }),
  ...[1, 10, 100, 1000, 10_000, 100_000].map((size) =>
    test(`encodeFrame gives ${size} characters a buffer of their own and of exactly their size`, () => {
      const all = ["x", "é", "😀"].map((text) => encodeAny(runLoopFrames, { type: "error", error: text.repeat(size) }));
      all.forEach(hasOwnBuffer);
      equal(
        all.map(({ byteLength }) => byteLength),
        [size + 3, 2 * size + 3, 4 * size + 3],
      );
      equal(new Set(all.map(({ buffer }) => buffer)).size, all.length, "buffers");
    }),
  ),
  test("encodeFrame leaves a message alone when it writes the next", () => {
    const first = encodeFrame(notificationFrames, frameA);
    encodeFrame(notificationFrames, frameB);
    equal(first, A);
  }),
  test("encodeFrame copies raw bodies", () => {
    const body = Uint8Array.of(9, 1, 2, 9).subarray(1, 3);
    const bytes = encodeFrame(rawFrames, { type: "error", body });
    equal(bytes, Uint8Array.of(1, 1, 2));
    hasOwnBuffer(bytes);
    equal(encodeAny(rawFrames, { type: "item", body: new DataView(body.buffer, 1, 2) }), Uint8Array.of(0, 1, 2));
  }),
  test("encodeFrame refuses raw bodies that are no bytes", () => {
    for (const body of ["text", [1], undefined, null]) {
      const run = (): unknown => encodeAny(rawFrames, { type: "item", body });
      equal(thrown(run), instanceOf(FrameEncodeError, { code: "shape", path: "body" }));
    }
  }),
  test("encodeFrame writes frames of a family of one's own", () => {
    const family = defineFamily({
      item: { name: "line", schema: anyJson },
      error: { name: "problem", schema: anyJson },
    });
    equal(bodyText(encodeFrame(family, { type: "error", problem: "p" })), '"p"');
    equal(bodyText(encodeFrame(family, { type: "line", line: [1] })), "[1]");
  }),
  test("copyMessage gives a buffer of its own", () => {
    const bytes = copyMessage(1, A.subarray(1));
    equal(bytes.subarray(1), A.subarray(1));
    hasOwnBuffer(bytes);
  }),
  test("An encoder writes messages of their own buffers", async () => {
    const { values, end } = await readAll(
      pullSource([frameA, frameB, frameE]).stream.pipeThrough(new NotificationEncoderStream()),
    );
    equal({ values, end }, { values: [A, B, E], end: "done" });
    for (const value of values) hasOwnBuffer(value as Uint8Array);
  }),
  test("An encoder breaks at what must not be written, after every message before it", async () => {
    const source = pullSource([frameA, { type: "notification", notification: { method: "\ud800" } }], "wait");
    const { values, end } = await readAll(source.stream.pipeThrough(new NotificationEncoderStream()), "slow");
    equal(values, [A]);
    equal(end, { rejected: instanceOf(FrameEncodeError, { code: "not-unicode", path: "method" }) });
    await turn();
    equal(source.cancels, [instanceOf(FrameEncodeError)]);
  }),
  test("An encoder settles a write and a close when it is read before", async () => {
    const { readable, writable } = new NotificationEncoderStream();
    const reading = readAll(readable);
    const writer = writable.getWriter();
    equal([await fateOf(writer.write(frameA)), await fateOf(writer.close())], ["fulfilled", "fulfilled"]);
    equal(await reading, { values: [A], end: "done" });
  }),
];
