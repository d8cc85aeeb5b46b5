import vm from "node:vm";
import { decodeFrame, FrameError, notificationFrames, rawFrames, runLoopFrames } from "channel-frames";
import { describe, expect, it } from "vitest";
import { message } from "../support/messages.ts";
import { optimizedGrowth } from "./optimized_growth.ts";
import { errorBy, thrownBy } from "./probes.ts";

const decodeAny = (source: unknown, options?: unknown, family: unknown = runLoopFrames): unknown =>
  Reflect.apply(decodeFrame, undefined, [family, source, options]);
const refusal = (source: unknown, options?: unknown, family?: unknown): FrameError =>
  errorBy(FrameError, () => decodeAny(source, options, family));

const error = message(1, '{"a":[1,2]}');

/** The message in the middle of a larger buffer. */
function framed(bytes: Uint8Array, before = 8, after = 8): Uint8Array<ArrayBuffer> {
  const outer = new Uint8Array(before + bytes.length + after).fill(0xee);
  outer.set(bytes, before);
  return outer;
}

describe("decodeFrame", () => {
  it.each([
    ["a Uint8Array", error],
    ["an ArrayBuffer", error.buffer],
    ["a DataView", new DataView(error.buffer)],
    ["a Buffer", Buffer.from(error)],
    ["an Int8Array", new Int8Array(error.buffer)],
    ["a view on a larger buffer", framed(error).subarray(8, 8 + error.length)],
    ["a DataView on a larger buffer", new DataView(framed(error).buffer, 8, error.length)],
    ["a Uint16Array on a larger buffer", new Uint16Array(framed(error).buffer, 8, error.length / 2)],
    ["a Uint8Array of another realm", vm.runInNewContext(`Uint8Array.of(${[...error].join()})`)],
    ["an ArrayBuffer of another realm", vm.runInNewContext(`Uint8Array.of(${[...error].join()}).buffer`)],
  ])("reads %s", (_, source) => {
    expect(decodeAny(source)).toEqual({ type: "error", error: { a: [1, 2] } });
  });

  it("reads a view on shared and on resizable memory", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(error.length));
    shared.set(error);
    const buffer: ArrayBuffer = Reflect.construct(ArrayBuffer, [error.length, { maxByteLength: 99 }]);
    const resizable = new Uint8Array(buffer);
    resizable.set(error);
    for (const source of [shared, resizable, buffer, new DataView(buffer)]) {
      expect(decodeAny(source)).toEqual({ type: "error", error: { a: [1, 2] } });
    }
  });

  it.each([
    ["null", null],
    ["undefined", undefined],
    ["a string", "\u0001null"],
    ["a number", 1],
    ["an array of bytes", [1, 0x31]],
    ["an object like a view", { buffer: error.buffer, byteOffset: 0, byteLength: error.length, length: error.length }],
    ["a Blob", new Blob([error])],
    ["a SharedArrayBuffer, which is neither a view nor an ArrayBuffer", new SharedArrayBuffer(2)],
  ])("refuses %s: it is no message", (_, source) => {
    const refused = refusal(source);
    expect(refused).toMatchObject({ code: "not-a-message", tag: undefined, index: 0, issues: undefined });
    expect(refused.message).toMatch(/bytes/);
  });

  it.each([
    ["a Uint8Array", (buffer: ArrayBuffer) => new Uint8Array(buffer)],
    ["a DataView", (buffer: ArrayBuffer) => new DataView(buffer)],
    ["an Int16Array", (buffer: ArrayBuffer) => new Int16Array(buffer)],
    ["the ArrayBuffer", (buffer: ArrayBuffer) => buffer],
  ])("refuses detached memory, given as %s, with a FrameError", (_, view) => {
    const buffer = new ArrayBuffer(4);
    const source = view(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    for (const family of [runLoopFrames, rawFrames]) {
      expect(refusal(source, undefined, family).code).toMatch(/^(empty|not-a-message)$/);
    }
  });

  it.each([
    ["Uint8Array", (buffer: ArrayBuffer) => new Uint8Array(buffer, 4, 4)],
    ["DataView", (buffer: ArrayBuffer) => new DataView(buffer, 4, 4)],
  ])("refuses a %s that its buffer has shrunk away from, with a FrameError", (_, view) => {
    const buffer: ArrayBuffer = Reflect.construct(ArrayBuffer, [8, { maxByteLength: 8 }]);
    const source = view(buffer);
    Reflect.apply(Reflect.get(buffer, "resize"), buffer, [2]);
    expect(refusal(source).code).toMatch(/^(empty|not-a-message)$/);
  });

  it("refuses an empty message", () => {
    for (const family of [runLoopFrames, notificationFrames, rawFrames]) {
      expect(refusal(new Uint8Array(), undefined, family)).toMatchObject({ code: "empty", tag: undefined });
      expect(refusal(framed(error).subarray(3, 3), undefined, family).code).toBe("empty");
    }
  });

  it("refuses every other tag and names it", () => {
    for (let tag = 2; tag < 256; tag++) {
      for (const family of [runLoopFrames, notificationFrames, rawFrames]) {
        const refused = refusal(Uint8Array.of(tag, 0x31), undefined, family);
        expect(refused).toMatchObject({ code: "unknown-tag", tag });
        expect(refused.message).toContain(String(tag));
      }
    }
  });

  it("names the half that failed", () => {
    expect(refusal(message(0, "nope"))).toMatchObject({ code: "chunk", tag: 0 });
    expect(refusal(message(1, "nope"))).toMatchObject({ code: "error", tag: 1 });
    expect(refusal(message(0, "nope"), undefined, notificationFrames)).toMatchObject({ code: "body", tag: 0 });
    expect(refusal(message(1, "nope"), undefined, notificationFrames)).toMatchObject({ code: "body", tag: 1 });
    expect(refusal(message(0, "{}"))).toMatchObject({ code: "chunk", tag: 0 });
    expect(refusal(message(1, "{}"), undefined, notificationFrames)).toMatchObject({ code: "body", tag: 1 });
  });

  it("refuses a list of notifications, which the protocol does not have", () => {
    for (const text of ['[{"method":"notifications/tools/list_changed"},{"method":"x"}]', "[]"]) {
      expect(refusal(message(0, text), undefined, notificationFrames).code).toBe("body");
    }
  });

  it("reads up to exactly maxMessageBytes and looks at nothing of a larger message but its tag", () => {
    expect(decodeAny(error, { maxMessageBytes: error.length })).toMatchObject({ type: "error" });
    expect(refusal(error, { maxMessageBytes: error.length - 1 })).toMatchObject({ code: "too-large", tag: 1 });
    // The body would be refused as well, and so would the tag: size comes first.
    expect(refusal(message(0, "nope"), { maxMessageBytes: 4 })).toMatchObject({ code: "too-large", tag: 0 });
    expect(refusal(message(9, "nope"), { maxMessageBytes: 4 }, rawFrames)).toMatchObject({ code: "too-large", tag: 9 });
    expect(refusal(Uint8Array.of(0), { maxMessageBytes: 0 }, rawFrames).code).toBe("too-large");
    expect(refusal(new Uint8Array(), { maxMessageBytes: 0 }, rawFrames).code).toBe("empty");
  });

  it("reads 64 MiB by default, and not one byte more", () => {
    const large = new Uint8Array(67_108_865);
    expect(decodeAny(large.subarray(1), undefined, rawFrames)).toMatchObject({ type: "item" });
    expect(refusal(large, undefined, rawFrames).code).toBe("too-large");
  });

  it("reads bodies of maxDepth levels, and not one more", () => {
    expect(decodeAny(message(1, "[[]]"), { maxDepth: 2 })).toEqual({ type: "error", error: [[]] });
    expect(refusal(message(1, "[[]]"), { maxDepth: 1 }).code).toBe("error");
    expect(decodeAny(message(1, "7"), { maxDepth: 0 })).toEqual({ type: "error", error: 7 });
    expect(refusal(message(1, "[]"), { maxDepth: 0 }).code).toBe("error");
  });

  it("gives integers beyond 2^53 as integers says", () => {
    const wide = message(1, "[9007199254740993,1]");
    expect(decodeAny(wide)).toEqual({ type: "error", error: [9007199254740992, 1] });
    expect(decodeAny(wide, { integers: "number" })).toEqual({ type: "error", error: [9007199254740992, 1] });
    expect(decodeAny(wide, { integers: "bigint" })).toEqual({ type: "error", error: [9007199254740993n, 1] });
  });

  it("gives a frame of type and value, and nothing else", () => {
    expect(Object.keys(Object(decodeAny(error)))).toEqual(["type", "error"]);
    const frame = decodeAny(message(0, '{"method":"x","extra":1}'), undefined, notificationFrames);
    expect(frame).toEqual({ type: "notification", notification: { method: "x", extra: 1 } });
  });

  it.each([null, false, 0, ""])("gives the error value %j, by the tag and not by its truth", (value) => {
    expect(decodeAny(message(1, JSON.stringify(value)))).toEqual({ type: "error", error: value });
  });

  it("gives magic keys as own members that change no prototype", () => {
    const text = '{"method":"x","params":{"__proto__":{"x":1},"constructor":2,"prototype":3,"toJSON":"t"}}';
    for (const integers of ["number", "bigint"]) {
      const frame = decodeAny(message(0, text), { integers }, notificationFrames);
      const params: object = Reflect.get(Reflect.get(Object(frame), "notification"), "params");
      expect(Object.keys(params)).toEqual(["__proto__", "constructor", "prototype", "toJSON"]);
      expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
      expect("x" in {}).toBe(false);
    }
  });

  it.each([
    { maxMessageBytes: -1 },
    { maxMessageBytes: 1.5 },
    { maxMessageBytes: Number.NaN },
    { maxMessageBytes: "10" },
    { maxMessageBytes: null },
    { maxDepth: -1 },
    { maxDepth: 0.5 },
    { maxDepth: Number.NaN },
    { maxDepth: 10n },
    { integers: "float" },
    { integers: null },
    { integers: true },
  ])("refuses the options %o with a TypeError", (options) => {
    const thrown = thrownBy(() => decodeAny(error, options));
    expect(thrown).toBeInstanceOf(TypeError);
    expect(String(thrown)).toContain(Object.keys(options)[0]);
  });

  it("takes undefined options for their defaults, and Infinity for no limit", () => {
    const none = { maxMessageBytes: undefined, maxDepth: undefined, integers: undefined };
    const infinite = { maxMessageBytes: Number.POSITIVE_INFINITY, maxDepth: Number.POSITIVE_INFINITY };
    for (const options of [undefined, {}, none, infinite]) {
      expect(decodeAny(error, options)).toMatchObject({ type: "error" });
    }
    const deep = message(1, "[".repeat(128) + "]".repeat(128));
    expect(refusal(deep, none).code).toBe("error");
    expect(decodeAny(deep, infinite)).toMatchObject({ type: "error" });
  });

  it.each([[undefined], [null], [{}], [{ encode: () => new Uint8Array() }], ["notificationFrames"]])(
    "refuses %o in the place of a family with a TypeError",
    (family) => {
      // The default of the helper would step in for undefined.
      const run = (): unknown => Reflect.apply(decodeFrame, undefined, [family, error]);
      expect(thrownBy(run)).toBeInstanceOf(TypeError);
    },
  );

  it.each([
    ["arrays and objects", '[{"a":1}],'],
    ["strings with escapes", '"a","\\\\n\\\\ud83d\\\\ude00",'],
    ["numbers", "1e5,12345678901234567890,"],
  ])(
    "takes linear time for a body of many %s once the engine has optimized it",
    async (_, part) => {
      const source = `
      import { decodeFrame, runLoopFrames } from "./lib/mod.ts";
      const prepare = (size) => {
        const message = new TextEncoder().encode("\\u0001[" + '${part}'.repeat(size) + "1e5]");
        return () => decodeFrame(runLoopFrames, message);
      };
    `;
      expect(await optimizedGrowth(source, 1000)).toBeLessThan(64);
    },
    60_000,
  );
});
