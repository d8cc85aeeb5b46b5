import {
  type AnyFrame,
  anyJson,
  decodeFrame,
  defineFamily,
  encodeFrame,
  FrameEncodeError,
  type FrameFamily,
  notificationFrames,
  rawFrames,
  runLoopFrames,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { json, text } from "./json_arbitrary.ts";
import { bodyText, errorBy, thrownBy } from "./probes.ts";

/** Takes what the types would not let through. */
function encodeAny(family: FrameFamily<AnyFrame>, frame: unknown, options?: object): Uint8Array {
  return Reflect.apply(encodeFrame, undefined, [family, frame, options]);
}

describe("encodeFrame", () => {
  it("writes the tag byte and the JSON text", () => {
    const item = encodeFrame(notificationFrames, {
      type: "notification",
      notification: { method: "x", params: { n: 1 } },
    });
    expect([item[0], bodyText(item)]).toEqual([0, '{"method":"x","params":{"n":1}}']);
    const error = encodeFrame(runLoopFrames, { type: "error", error: null });
    expect([...error]).toEqual([1, 0x6e, 0x75, 0x6c, 0x6c]);
  });

  it("gives each message a buffer of its own and of exactly its size", () => {
    fc.assert(
      fc.property(json, json, (one, two) => {
        const first = encodeFrame(runLoopFrames, { type: "error", error: one });
        const copy = first.slice();
        const second = encodeFrame(runLoopFrames, { type: "error", error: two });
        for (const bytes of [first, second]) {
          expect(bytes.constructor).toBe(Uint8Array);
          expect(bytes.byteOffset).toBe(0);
          expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
        }
        expect(first.buffer).not.toBe(second.buffer);
        expect(first).toEqual(copy);
      }),
      { numRuns: 300 },
    );
  });

  it("writes up to exactly maxMessageBytes, in bytes of UTF-8", () => {
    fc.assert(
      fc.property(fc.oneof(json, text, fc.constantFrom("é", "€", "😀".repeat(50), "x".repeat(100))), (error) => {
        const size = new TextEncoder().encode(JSON.stringify(error)).length + 1;
        const frame = { type: "error", error } as const;
        expect(encodeFrame(runLoopFrames, frame, { maxMessageBytes: size }).byteLength).toBe(size);
        const refused = errorBy(FrameEncodeError, () =>
          encodeFrame(runLoopFrames, frame, { maxMessageBytes: size - 1 }),
        );
        expect([refused.code, refused.path]).toEqual(["too-large", ""]);
      }),
      { numRuns: 500 },
    );
  });

  it("counts the tag byte and the bytes of a raw body in maxMessageBytes", () => {
    const frame = { type: "item", body: new Uint8Array(9) } as const;
    expect(encodeFrame(rawFrames, frame, { maxMessageBytes: 10 }).byteLength).toBe(10);
    expect(errorBy(FrameEncodeError, () => encodeFrame(rawFrames, frame, { maxMessageBytes: 9 })).code).toBe(
      "too-large",
    );
    expect(errorBy(FrameEncodeError, () => encodeFrame(rawFrames, frame, { maxMessageBytes: 0 })).code).toBe(
      "too-large",
    );
  });

  it("writes nothing at all under maxMessageBytes 0 or 1, as no body is empty", () => {
    for (const maxMessageBytes of [0, 1]) {
      const run = (): unknown => encodeFrame(runLoopFrames, { type: "error", error: 1 }, { maxMessageBytes });
      expect(errorBy(FrameEncodeError, run).code).toBe("too-large");
    }
  });

  it.each([
    ["another family's type", { type: "chunk", chunk: { type: "user", prompt: "p" } }],
    ["no type", { notification: { method: "x" } }],
    ["a type that is no string", { type: 0, notification: { method: "x" } }],
    ["the name of Object.prototype's member", { type: "toString" }],
    ["null", null],
    ["undefined", undefined],
    ["a string", "notification"],
    ["a message", Uint8Array.of(0, 0x7b, 0x7d)],
  ])("refuses %s in the place of a frame", (_, frame) => {
    const error = errorBy(FrameEncodeError, () => encodeAny(notificationFrames, frame));
    expect([error.code, error.path]).toEqual(["shape", "type"]);
  });

  it.each([
    ["no value", { type: "notification" }],
    ["an undefined value", { type: "error", error: undefined }],
    ["a value under the name of the other half", { type: "error", notification: { method: "x" } }],
  ])("refuses a frame with %s", (_, frame) => {
    expect(errorBy(FrameEncodeError, () => encodeAny(notificationFrames, frame)).code).toMatch(/^(not-json|shape)$/);
  });

  it("refuses a value of the wrong shape, with path and issues", () => {
    const error = errorBy(FrameEncodeError, () =>
      encodeAny(notificationFrames, { type: "notification", notification: { method: "x", params: { _meta: [1] } } }),
    );
    expect([error.code, error.path]).toEqual(["shape", "params._meta"]);
    expect(error.issues?.map(({ path }) => path)).toEqual(["params._meta"]);
    expect(error.message).toContain("params._meta");
  });

  const user = { type: "user", prompt: "p" };

  it.each([
    ["whose needed member is undefined", { type: "notification", is_fatal: true, message: undefined }],
    ["whose text is undefined", { type: "assistant_text_content", text: undefined }],
    ["whose needed member cannot be enumerated", Object.defineProperty({ type: "user" }, "prompt", { value: "p" })],
    ["whose members are inherited", Object.create(Object.assign(Object.create(null), user))],
    ["that is an array with the members of a chunk", Object.assign([], user)],
    [
      "whose getter has another answer the second time",
      {
        ...user,
        get prompt() {
          Object.defineProperty(this, "prompt", { value: 5, enumerable: true });
          return "p";
        },
      },
    ],
  ])("refuses a chunk %s, as a peer would refuse what is written of it", (_, chunk) => {
    const error = errorBy(FrameEncodeError, () => encodeAny(runLoopFrames, { type: "chunk", chunk }));
    expect(error.code).toMatch(/^(shape|not-json)$/);
  });

  it("writes undefined optional members as if they were absent", () => {
    const message = encodeFrame(notificationFrames, {
      type: "notification",
      notification: { method: "notifications/cancelled", params: { reason: undefined, requestId: 7 } },
    });
    expect(bodyText(message)).toBe('{"method":"notifications/cancelled","params":{"requestId":7}}');
  });

  it("writes nothing that decodeFrame would not read under the same options", () => {
    const wild = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true, withNullPrototype: true }),
      json,
    );
    const options = fc.record({
      maxDepth: fc.constantFrom(1, 2, 127),
      maxMessageBytes: fc.constantFrom(10, 100, 100_000),
      integers: fc.constantFrom("number" as const, "bigint" as const),
    });
    fc.assert(
      fc.property(wild, options, (value, limits) => {
        let message: Uint8Array;
        try {
          message = encodeAny(runLoopFrames, { type: "error", error: value }, limits);
        } catch (error) {
          expect(error).toBeInstanceOf(FrameEncodeError);
          return;
        }
        expect(decodeFrame(runLoopFrames, message, limits).type).toBe("error");
      }),
      { numRuns: 1000 },
    );
  });

  it("takes views of all kinds for a raw body, and copies them", () => {
    const memory = Uint8Array.of(9, 9, 1, 2, 3, 4, 9, 9);
    for (const body of [
      memory.subarray(2, 6),
      new DataView(memory.buffer, 2, 4),
      new Uint16Array(memory.buffer, 2, 2),
    ]) {
      const message = encodeAny(rawFrames, { type: "error", body });
      expect([...message]).toEqual([1, 1, 2, 3, 4]);
      expect(message.buffer).not.toBe(memory.buffer);
    }
    expect([...encodeAny(rawFrames, { type: "item", body: new Uint8Array([5]).buffer })]).toEqual([0, 5]);
    expect([...encodeAny(rawFrames, { type: "item", body: new Uint8Array() })]).toEqual([0]);
  });

  it.each([["text"], [[1, 2]], [undefined], [null], [{ length: 1, 0: 1 }]])("refuses the raw body %j", (body) => {
    const error = errorBy(FrameEncodeError, () => encodeAny(rawFrames, { type: "item", body }));
    expect([error.code, error.path]).toEqual(["shape", "body"]);
  });

  it("takes the value of an error frame from the name that the family gave it", () => {
    const family = defineFamily({
      item: { name: "line", schema: anyJson },
      error: { name: "problem", schema: anyJson },
    });
    expect(bodyText(encodeFrame(family, { type: "error", problem: "p" }))).toBe('"p"');
    expect(errorBy(FrameEncodeError, () => encodeAny(family, { type: "error", error: "p" })).code).toBe("not-json");
  });

  it.each([{ maxDepth: -1 }, { maxMessageBytes: 1.5 }, { integers: "float" }])("refuses the options %j", (options) => {
    const run = (): unknown => encodeAny(runLoopFrames, { type: "error", error: 1 }, options);
    expect(thrownBy(run)).toBeInstanceOf(TypeError);
  });

  it("refuses what is no family", () => {
    const run = (): unknown => Reflect.apply(encodeFrame, undefined, [{}, { type: "error", error: 1 }]);
    expect(thrownBy(run)).toBeInstanceOf(TypeError);
  });
});
