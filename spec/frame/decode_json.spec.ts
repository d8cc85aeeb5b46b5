import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, JsonFault, parseJson } from "../../lib/frame/decode_json.ts";
import { type FrameOptions, type Limits, toLimits } from "../../lib/frame/limits.ts";
import { json, jsonText, mutated } from "./json_arbitrary.ts";
import { canonical, oracle } from "./json_oracle.ts";
import { errorBy, isLinear, nested } from "./probes.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decodeJson = (body: Uint8Array, limits: Limits): unknown => parseJson(decodeText(body, 0), limits);
const decode = (text: string, options?: FrameOptions): unknown => decodeJson(bytes(text), toLimits(options));
const fault = (text: string, options?: FrameOptions): string => errorBy(JsonFault, () => decode(text, options)).message;

/** The verdict of the library in the words of the oracle. */
function agrees(body: Uint8Array, options: FrameOptions): void {
  const expected = oracle(body, options.maxDepth, options.integers);
  let value: unknown;
  try {
    value = decodeJson(body, toLimits(options));
  } catch (error) {
    expect(error).toBeInstanceOf(JsonFault);
    expect(expected.ok, `refused, but the oracle gives ${canonical(Reflect.get(expected, "value"))}`).toBe(false);
    return;
  }
  if (!expected.ok) expect.fail(`${canonical(value)} was decoded, but the oracle refuses: ${expected.why}`);
  // The order of keys, and the difference of -0 and 0.
  expect(canonical(value)).toBe(canonical(expected.value));
  expect(isDeepStrictEqual(value, expected.value)).toBe(true);
}

const limits = fc.record({
  maxDepth: fc.constantFrom(0, 1, 2, 5, 127),
  integers: fc.constantFrom("number" as const, "bigint" as const),
});

describe("decodeText and parseJson", () => {
  it("agrees with the oracle on JSON text of every spelling", () => {
    fc.assert(
      fc.property(jsonText, limits, (text, options) => agrees(bytes(text), options)),
      { numRuns: 1200 },
    );
  });

  it("agrees with the oracle on damaged JSON text", () => {
    fc.assert(
      fc.property(mutated(jsonText.map(bytes)), limits, (body, options) => agrees(body, options)),
      { numRuns: 1500 },
    );
  });

  it("agrees with the oracle on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), limits, (body, options) => agrees(body, options)),
      { numRuns: 500 },
    );
  });

  it("gives what a serializer wrote", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(decode(JSON.stringify(value)))).toBe(canonical(value));
      }),
    );
  });

  it.each([0, 1, 2, 10, 126, 127, 128, 1000])(
    "reads %i levels where that is maxDepth, and not one more",
    (maxDepth) => {
      const scalar = maxDepth === 0 ? 7 : nested(maxDepth);
      const text = JSON.stringify(scalar);
      expect(decode(text, { maxDepth })).toEqual(scalar);
      expect(fault(`[${text}]`, { maxDepth })).toMatch(/deeper/);
      expect(fault(`{"a":${text}}`, { maxDepth })).toMatch(/deeper/);
    },
  );

  it("reads 127 levels and refuses the 128th by default", () => {
    expect(decode(JSON.stringify(nested(127)))).toEqual(nested(127));
    expect(fault(JSON.stringify(nested(128)))).toBe("nests deeper than 127 levels");
  });

  it("judges depth by levels where the text around them is long or short", () => {
    // A body that is shorter than 2 * (maxDepth + 1) bytes cannot nest too deep: the last one that can is checked.
    for (const maxDepth of [0, 1, 3, 127]) {
      for (const padding of [0, 1, 2, 1000]) {
        const deep = `${"[".repeat(maxDepth + 1)}${"]".repeat(maxDepth + 1)}${" ".repeat(padding)}`;
        expect(fault(deep, { maxDepth }), `${maxDepth} and ${padding}`).toMatch(/deeper/);
      }
    }
  });

  it("has no limit of depth under maxDepth Infinity", () => {
    const text = "[".repeat(100_000) + "]".repeat(100_000);
    expect(decode(text, { maxDepth: Number.POSITIVE_INFINITY })).toBeInstanceOf(Array);
    expect(fault(`["\\ud800"]`, { maxDepth: Number.POSITIVE_INFINITY })).toMatch(/surrogate/);
  });

  it.each([128, 10_000, 1_000_000])("refuses %i nested arrays without recursion", (levels) => {
    expect(fault("[".repeat(levels) + "]".repeat(levels))).toMatch(/deeper/);
    // Not even well-formed: the depth is seen first, or the grammar, and neither by recursion.
    expect(fault("[".repeat(levels))).toMatch(/deeper|not JSON/);
    expect(fault('{"a":'.repeat(levels))).toMatch(/deeper|not JSON/);
  });

  it.each([
    ["in a value", String.raw`"\ud800"`],
    ["in a key", String.raw`{"\ud800":1}`],
    ["in a value that a later one of its key replaces", String.raw`{"a":"\ud800","a":"fine"}`],
    ["far into a long text", `["${"x".repeat(5000)}",${String.raw`"\udfff"`}]`],
    ["swapped", String.raw`"\ude00\ud83d"`],
  ])("refuses a lone surrogate %s", (_, text) => {
    expect(fault(text)).toMatch(/surrogate/);
  });

  it.each([
    ["in scientific form", "1e400"],
    ["written out", "9".repeat(309)],
    ["negative", "-1E+309"],
    ["in a long text", `[${"0,".repeat(500)}1e999]`],
  ])("refuses a number beyond a double %s", (_, text) => {
    expect(fault(text)).toMatch(/double/);
    expect(fault(text, { integers: "bigint" })).toMatch(/double/);
  });

  it("reads the largest and the smallest doubles, and rounds what is less to zero", () => {
    expect(decode("[1.7976931348623157e308,5e-324,1e-400,0e400]")).toEqual([Number.MAX_VALUE, 5e-324, 0, 0]);
    expect(decode("9".repeat(308))).toBe(1e308);
  });

  it("does not look at what a later value of its key replaces, but for surrogates", () => {
    expect(decode('{"a":1e400,"a":1}')).toEqual({ a: 1 });
    expect(decode('{"a":[[]],"a":1}', { maxDepth: 1 })).toEqual({ a: 1 });
  });

  it("refuses deep nesting in a long text before the engine parses it", () => {
    const text = `[${"[".repeat(100_000)}${"]".repeat(100_000)}]`;
    expect(fault(text, { maxDepth: 20_000 })).toBe("nests deeper than 20000 levels");
    expect(fault(text)).toBe("nests deeper than 10000 levels");
    // What is in strings does not count.
    expect(decode(`"${"[".repeat(200_000)}"`)).toHaveLength(200_000);
    expect(decode(`"${'\\"['.repeat(100_000)}"`)).toHaveLength(200_000);
  });

  it("keeps the last of the values of one key, at the place of the first", () => {
    const value = decode('{"a":1,"b":2,"a":3}');
    expect(canonical(value)).toBe('{"a":3,"b":2}');
  });

  it("refuses a byte order mark", () => {
    expect(fault("\ufeff{}")).toMatch(/is not JSON/);
    expect(fault(`\ufeff${" ".repeat(300)}{}`)).toMatch(/is not JSON/);
  });

  it.each([
    ["a byte that is none", [0x22, 0xff, 0x22]],
    ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a sequence that is cut off", [0x22, 0xe2, 0x82, 0x22]],
    ["a sequence that is longer than needed", [0x22, 0xc0, 0xaf, 0x22]],
    ["a code point beyond the last", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  ])("refuses UTF-8 with %s", (_, body) => {
    const run = (): unknown => decodeJson(Uint8Array.from(body), toLimits(undefined));
    expect(errorBy(JsonFault, run).message).toMatch(/UTF-8/);
  });

  it("leaves no state behind after bad UTF-8", () => {
    expect(() => decodeJson(Uint8Array.of(0x22, 0xe2, 0x82), toLimits(undefined))).toThrow(JsonFault);
    expect(decode('"¬"')).toBe("¬");
  });

  it("says so when there is nothing", () => {
    expect(fault("")).toBe("is empty");
    expect(fault("   ")).toMatch(/is not JSON/);
  });

  it("quotes at most a short, escaped excerpt, and keeps the engine's own words in the cause", () => {
    const error = errorBy(JsonFault, () => decode(`nope\n${"\u202e".repeat(3)}${"z".repeat(5000)}`));
    expect(error.message.length).toBeLessThan(120);
    expect(error.message).toMatch(/^is not JSON: nope\\u000a\\u202e/);
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  it("reads magic keys as own members, in both modes of integers", () => {
    const text = '{"__proto__":{"x":1},"constructor":2,"prototype":3,"toJSON":"t","n":9007199254740993}';
    for (const integers of ["number", "bigint"] as const) {
      const value = Object(decode(text, { integers }));
      expect(Object.keys(value)).toEqual(["__proto__", "constructor", "prototype", "toJSON", "n"]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(value.x).toBeUndefined();
    }
  });

  it("reads from shared and from resizable memory", () => {
    const text = bytes('{"a":"é😀"}');
    const shared = new Uint8Array(new SharedArrayBuffer(text.length));
    shared.set(text);
    expect(decodeJson(shared, toLimits(undefined))).toEqual({ a: "é😀" });
    // Node 20 knows resizable buffers, and the type library of ES2022 does not.
    const buffer: ArrayBuffer = Reflect.construct(ArrayBuffer, [text.length, { maxByteLength: 64 }]);
    const resizable = new Uint8Array(buffer);
    resizable.set(text);
    expect(decodeJson(resizable, toLimits(undefined))).toEqual({ a: "é😀" });
  });

  it("tells memory that the platform's decoder refuses from bad bytes", () => {
    const bad = new Uint8Array(new SharedArrayBuffer(3));
    bad.set([0x22, 0xff, 0x22]);
    expect(errorBy(JsonFault, () => decodeJson(bad, toLimits(undefined))).message).toMatch(/UTF-8/);
  });

  it("reads a view by its own offset and length", () => {
    const framed = bytes('xx{"a":1}yy');
    expect(decodeJson(framed.subarray(2, 9), toLimits(undefined))).toEqual({ a: 1 });
  });

  it("finds nothing in detached memory", () => {
    const view = bytes("{}");
    structuredClone(view.buffer, { transfer: [view.buffer] });
    expect(errorBy(JsonFault, () => decodeJson(view, toLimits(undefined))).message).toBe("is empty");
  });

  // From 128 Ki characters on a text is looked through first, so both sizes are beyond.
  const small = 2 ** 18;

  it.each([
    ["a number of many exponents", "1e"],
    ["lone surrogates outside of a string", "\\ud800"],
    ["brackets", "[{"],
    ["quotes", '"'],
    ["backslashes", "\\"],
    ["digits", "9"],
    ["signs", "-"],
  ])("refuses 4 MiB of %s in linear time", (_, part) => {
    const bodies = new Map(
      [small, 16 * small].map((size) => [size, bytes(part.repeat(Math.ceil(size / part.length)))]),
    );
    for (const integers of ["number", "bigint"] as const) {
      const run = (size: number): void => {
        expect(() => decodeJson(bodies.get(size) ?? new Uint8Array(), toLimits({ integers }))).toThrow(JsonFault);
      };
      expect(isLinear(small, run)).toBe(true);
    }
  });

  it.each([
    ["escaped pairs", '"', "\\ud83d\\ude00", '"'],
    ["exponents", "[", "1e1,", "0]"],
    ["wide integers", "[", "9007199254740993,", "0]"],
    ["keys", "{", '"a":{},', '"b":0}'],
  ])("reads many %s in linear time, in both modes of integers", (_, open, part, close) => {
    const bodies = new Map([1250, 20_000].map((size) => [size, bytes(open + part.repeat(size) + close)]));
    for (const integers of ["number", "bigint"] as const) {
      const run = (size: number): void => {
        decodeJson(bodies.get(size) ?? new Uint8Array(), toLimits({ integers }));
      };
      expect(isLinear(1250, run)).toBe(true);
    }
  });
});
