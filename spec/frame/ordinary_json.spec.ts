import { FrameEncodeError } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeJson } from "../../lib/frame/encode_json.ts";
import { toLimits } from "../../lib/frame/limits.ts";
import { isOrdinaryJson } from "../../lib/frame/ordinary_json.ts";
import { json } from "./json_arbitrary.ts";
import { nested } from "./probes.ts";

const most = 2 ** 20;

class Point {
  readonly x = 1;
}

const cycle: unknown[] = [];
cycle.push({ cycle });

describe("isOrdinaryJson", () => {
  it("says yes to what JSON.parse gives", () => {
    fc.assert(fc.property(json, (value) => isOrdinaryJson(JSON.parse(JSON.stringify(value)), 127, most)));
  });

  it.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a bigint", 1n],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a member that is undefined", { a: undefined }],
    ["an array with a hole", new Array(2)],
    ["a member that is not enumerable", Object.defineProperty({ a: 1 }, "b", { value: 2 })],
    [
      "a member that cannot be read",
      Object.defineProperty({}, "a", { enumerable: true, get: () => expect.fail("no") }),
    ],
    ["an instance", new Point()],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["a boxed string", Object("text")],
    ["an object with toJSON", { toJSON: () => 1 }],
    ["an array with toJSON", Object.assign([1], { toJSON: () => 1 })],
    ["an object that inherits members", Object.create({ a: 1 })],
    ["a cycle", cycle],
    ["levels beyond the bound", nested(128)],
  ])("says no to %s, wherever it is", (_, value) => {
    for (const place of [value, [value], { a: value }, [{ a: [1, value] }]]) {
      expect(isOrdinaryJson(place, 127, most)).toBe(false);
    }
  });

  it("says no to what has more values and characters than there is room", () => {
    for (const value of [["a", "bc"], { a: "bc" }, [[1, 2], null]]) {
      const sizes = [...Array(20).keys()].filter((size) => isOrdinaryJson(value, 127, size));
      expect(sizes[0]).toBeGreaterThan(4);
      expect(sizes).toHaveLength(20 - Number(sizes[0]));
    }
    const shared = Array.from({ length: 30 }).reduce<unknown>((value) => [value, value], 1);
    expect(isOrdinaryJson(shared, 127, 1000)).toBe(false);
  });
});

/** What comes of a value; with more levels than the fast way takes, the slow way is taken. */
function outcome(value: unknown, maxDepth: number): unknown {
  try {
    return encodeJson(value, toLimits({ maxDepth }));
  } catch (error) {
    return error instanceof FrameEncodeError ? [error.code, error.path, error.message] : error;
  }
}

it("A value comes to the same, whichever way it is looked at", () => {
  const odd = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withSparseArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
    }),
    json,
    fc.tuple(json, fc.constantFrom(undefined, Number.NaN, new Point(), cycle, { toJSON: 1 })),
  );
  fc.assert(
    fc.property(odd, (value) => {
      expect(outcome(value, 127)).toStrictEqual(outcome(value, 501));
    }),
    { numRuns: 2000 },
  );
});
