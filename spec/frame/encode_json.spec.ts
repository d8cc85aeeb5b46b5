import vm from "node:vm";
import {
  encodeFrame,
  FrameEncodeError,
  type FrameEncodeErrorCode,
  type FrameOptions,
  runLoopFrames,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dictionary, json, wideJson } from "./json_arbitrary.ts";
import { canonical } from "./json_oracle.ts";
import { bodyText, errorBy, isLinear, nested } from "./probes.ts";

/** The text of a value, as the error of a run loop, which may be any. */
function encode(value: unknown, options?: FrameOptions): string {
  return bodyText(Reflect.apply(encodeFrame, undefined, [runLoopFrames, { type: "error", error: value }, options]));
}

/** Code and path of the refusal. */
function refusal(value: unknown, options?: FrameOptions): readonly [FrameEncodeErrorCode, string] {
  const { code, path } = errorBy(FrameEncodeError, () => encode(value, options));
  return [code, path];
}

/** The value in places where it could be overlooked, with the path of each. */
function places(value: unknown): readonly (readonly [unknown, string])[] {
  return [
    [value, ""],
    [{ a: value }, "a"],
    [[0, value], "[1]"],
    [{ params: { data: [1, { "odd key": value }] } }, 'params.data[1]["odd key"]'],
  ];
}

class Point {
  readonly x = 1;
}

const both: readonly FrameOptions[] = [{}, { integers: "bigint" }];

describe("encodeFrame, of any JSON value", () => {
  it("writes any JSON value as JSON.stringify does, in both modes of integers", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(...both), (value, options) => {
        expect(encode(value, options)).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  it("writes bigints as digits", () => {
    fc.assert(
      fc.property(wideJson, (value) => {
        expect(encode(value, { integers: "bigint" })).toBe(canonical(value));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["-Infinity", Number.NEGATIVE_INFINITY],
    ["a Date", new Date(0)],
    ["a Map", new Map([["a", 1]])],
    ["a Set", new Set([1])],
    ["an error", new Error("e")],
    ["a RegExp", /x/],
    ["a boxed string", Object("s")],
    ["a boxed number", Object(1)],
    ["a boxed bigint", Object(1n)],
    ["a promise", Promise.resolve()],
    ["a typed array", Uint8Array.of(1)],
    ["an ArrayBuffer", new ArrayBuffer(1)],
    ["a class instance", new Point()],
    ["a class", Point],
    ["an object that inherits", Object.create({ a: 1 })],
    ["an own toJSON", { toJSON: () => expect.fail("toJSON was called") }],
    ["an inherited toJSON", Object.create({ toJSON: () => expect.fail("toJSON was called") })],
    ["an array with toJSON", Object.assign([1], { toJSON: () => expect.fail("toJSON was called") })],
    ["a URL", new URL("https://example.com")],
  ])("refuses %s wherever it is, with its path", (_, value) => {
    for (const options of both) {
      for (const [outer, path] of places(value)) {
        if (value === undefined && path !== "" && path !== "[1]") continue;
        expect(refusal(outer, options)).toEqual(["not-json", path]);
      }
    }
  });

  it("leaves out object members that are undefined, in both modes of integers", () => {
    const value = { a: undefined, b: 1, c: { d: undefined }, e: undefined };
    expect(encode(value)).toBe('{"b":1,"c":{}}');
    expect(encode({ ...value, n: 2n ** 60n }, { integers: "bigint" })).toBe('{"b":1,"c":{},"n":1152921504606846976}');
  });

  it.each([
    ["with a hole", Array(2), "[0]"],
    // biome-ignore lint/suspicious/noSparseArray: what is tested
    ["with a hole behind an element", [1, , 3], "[1]"],
    ["with undefined", [undefined], "[0]"],
    ["with a great length and nothing in it", Array(4_000_000_000), "[0]"],
  ])("refuses an array %s", (_, value, path) => {
    for (const options of both) expect(refusal(value, options)).toEqual(["not-json", path]);
  });

  it("does not call a toJSON that Object.prototype or String.prototype was given", () => {
    const patched: readonly object[] = [String.prototype, Number.prototype, Boolean.prototype, BigInt.prototype];
    try {
      for (const prototype of patched) {
        Object.defineProperty(prototype, "toJSON", {
          configurable: true,
          value: () => expect.fail("toJSON was called"),
        });
      }
      expect(encode(["s", 1, true, 5n], { integers: "bigint" })).toBe('["s",1,true,5]');
      Object.defineProperty(Object.prototype, "toJSON", { configurable: true, value: () => expect.fail("called") });
      expect(refusal({})).toEqual(["not-json", ""]);
      expect(refusal([{ a: 1n }], { integers: "bigint" })).toEqual(["not-json", ""]);
    } finally {
      for (const prototype of [...patched, Object.prototype]) Reflect.deleteProperty(prototype, "toJSON");
    }
  });

  it("writes a member that is named toJSON and is no function", () => {
    expect(encode({ toJSON: "t" })).toBe('{"toJSON":"t"}');
    expect(encode({ a: { toJSON: null } })).toBe('{"a":{"toJSON":null}}');
  });

  it("gives the path and the cause of a getter that throws", () => {
    const cause = new Error("no");
    const value = {
      list: [
        {
          get bad(): never {
            throw cause;
          },
        },
      ],
    };
    const error = errorBy(FrameEncodeError, () => encode(value));
    expect([error.code, error.path, error.cause]).toEqual(["not-json", "list[0].bad", cause]);
  });

  it("reads getters that give JSON values", () => {
    expect(
      encode({
        get a() {
          return [1];
        },
      }),
    ).toBe('{"a":[1]}');
  });

  it.each(both)("refuses cycles with the place where they close, under %j", (options) => {
    const self: Record<string, unknown> = {};
    self.self = self;
    expect(refusal(self, options)).toEqual(["not-json", "self"]);
    const list: unknown[] = [1];
    list.push({ list });
    expect(refusal(list, options)).toEqual(["not-json", "[1].list"]);
    expect(refusal({ a: [self] }, options)).toEqual(["not-json", "a[0].self"]);
  });

  it("writes what is shared without a cycle as often as it is there", () => {
    const shared = { a: [1] };
    expect(encode([shared, shared, { shared, list: [shared.a, shared.a] }])).toBe(
      '[{"a":[1]},{"a":[1]},{"shared":{"a":[1]},"list":[[1],[1]]}]',
    );
  });

  it.each([
    ["arrays", (inner: unknown) => [inner, inner]],
    ["objects", (inner: unknown) => ({ a: inner, b: inner })],
    ["objects with nothing but names", (inner: unknown) => ({ a: inner, b: inner, c: undefined })],
  ])("refuses shared %s that unfold to more than maxMessageBytes, without unfolding them", (_, fold) => {
    let value: unknown = [1];
    for (let level = 0; level < 60; level++) value = fold(value);
    for (const options of both) expect(refusal(value, { ...options, maxMessageBytes: 100_000 })[0]).toBe("too-large");
  });

  it("looks at no more of what is shared than a message has room for", () => {
    let reads = 0;
    let value: unknown = 1;
    for (let level = 0; level < 60; level++) {
      const inner = value;
      const read = (): unknown => {
        reads++;
        return inner;
      };
      value = Object.defineProperties({}, { a: { get: read, enumerable: true }, b: { get: read, enumerable: true } });
    }
    expect(refusal(value, { maxMessageBytes: 10_000 })[0]).toBe("too-large");
    expect(reads).toBeLessThanOrEqual(10_000);
  });

  it.each([
    ["high", "\ud83d"],
    ["low", "\ude00"],
    ["swapped", "\ude00\ud83d"],
    ["high before text", "a\ud800b"],
    ["high before a pair", "\ud83d\ud83d\ude00"],
    ["the last of a long text", `${"x".repeat(10_000)}\udfff`],
  ])("refuses a lone surrogate (%s) in values and keys, with its path", (_, text) => {
    for (const options of both) {
      for (const [value, path] of places(text)) expect(refusal(value, options)).toEqual(["not-unicode", path]);
      expect(refusal({ a: { [text]: 1 } }, options)[0]).toBe("not-unicode");
      expect(refusal({ a: { [text]: 1 } }, options)[1]).toMatch(/^a\[".*"\]$/);
      expect(refusal({ n: 1n, a: text }, { integers: "bigint" })).toEqual(["not-unicode", "a"]);
    }
  });

  it("writes a key with a lone surrogate when its member is left out", () => {
    expect(encode({ "\ud800": undefined, a: "\\ud800" })).toBe('{"a":"\\\\ud800"}');
  });

  it.each(["😀", "\\ud83d", "\\\\ud83d", "\ud7ff\ue000", "\u2028", "\u0000", "\ufeff", "\uffff"])(
    "writes the well-formed text %j in values and keys",
    (text) => {
      for (const options of both) expect(encode({ [text]: [text] }, options)).toBe(JSON.stringify({ [text]: [text] }));
      expect(encode({ [text]: 2n }, { integers: "bigint" })).toBe(`{${JSON.stringify(text)}:2}`);
    },
  );

  it.each([0, 1, 2, 127, 300])("writes %i levels where that is maxDepth, and not one more", (maxDepth) => {
    for (const options of both) {
      const flat = maxDepth === 0 ? 1 : nested(maxDepth);
      expect(encode(flat, { ...options, maxDepth })).toBe(JSON.stringify(flat));
      expect(refusal([flat], { ...options, maxDepth })[0]).toBe("too-deep");
      expect(refusal({ a: flat }, { ...options, maxDepth })[0]).toBe("too-deep");
    }
  });

  it("names the place that is too deep, shortened", () => {
    expect(refusal({ a: [{ b: {} }] }, { maxDepth: 3 })).toEqual(["too-deep", "a[0].b"]);
    const [code, path] = refusal(nested(200));
    expect(code).toBe("too-deep");
    expect(path).toMatch(/^(\[0\])+…$/);
    expect(path.length).toBeLessThan(140);
  });

  it("refuses what is deeper than the engine's stack, and does not fall over", () => {
    const value = nested(50_000);
    expect(refusal(value)[0]).toBe("too-deep");
    for (const options of both) {
      const [code] = refusal(value, { ...options, maxDepth: Number.POSITIVE_INFINITY });
      expect(["not-json", "too-deep"]).toContain(code);
    }
  });

  it("refuses a bigint unless integers says so", () => {
    for (const [value, path] of places(1n)) expect(refusal(value)).toEqual(["not-json", path]);
    expect(errorBy(FrameEncodeError, () => encode([1n])).message).toMatch(/integers: "bigint"/);
  });

  it.each([0n, -1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n, -(2n ** 63n)])("writes the bigint %s", (value) => {
    for (const [outer] of places(value)) expect(encode(outer, { integers: "bigint" })).toBe(canonical(outer));
  });

  it.each([2n ** 64n, -(2n ** 63n) - 1n, 10n ** 400n])(
    "refuses the bigint %s, which has more than 64 bits",
    (value) => {
      for (const [outer, path] of places(value)) {
        expect(refusal(outer, { integers: "bigint" })).toEqual(["not-json", path]);
      }
    },
  );

  it("writes -0 as 0", () => {
    expect(encode(-0)).toBe("0");
    expect(encode([-0, { a: -0 }, 1n], { integers: "bigint" })).toBe('[0,{"a":0},1]');
  });

  it("writes plain objects of other realms and objects without a prototype", () => {
    const foreign: unknown = vm.runInNewContext('({ a: [1, { b: "c" }], d: Object.create(null) })');
    expect(encode(foreign)).toBe('{"a":[1,{"b":"c"}],"d":{}}');
    expect(encode(Object.assign(Object.create(null), { x: 1, y: 2n }), { integers: "bigint" })).toBe('{"x":1,"y":2}');
  });

  it.each(["new Date(0)", "new Map()", "new (class A {})()", "({ toJSON() { return 1; } })", "new Error('e')"])(
    "refuses %s of another realm",
    (source) => {
      expect(refusal([vm.runInNewContext(source)])).toEqual(["not-json", "[0]"]);
    },
  );

  it("writes own, enumerable members with names only, magic ones among them", () => {
    const value = JSON.parse('{"__proto__":{"x":1},"constructor":2,"prototype":3}');
    Object.defineProperty(value, "hidden", { value: 1 });
    Object.defineProperty(value, Symbol("s"), { value: 1, enumerable: true });
    for (const options of both) {
      expect(encode(value, options)).toBe('{"__proto__":{"x":1},"constructor":2,"prototype":3}');
    }
    value.n = 1n;
    expect(encode(value, { integers: "bigint" })).toBe('{"__proto__":{"x":1},"constructor":2,"prototype":3,"n":1}');
  });

  it("does not change what it is given", () => {
    const value = Object.freeze({ a: Object.freeze([1, Object.freeze({ b: undefined })]) });
    expect(encode(value)).toBe('{"a":[1,{}]}');
    expect(Object.hasOwn(Object(value.a[1]), "b")).toBe(true);
  });

  it("refuses any value with one thing in it that JSON cannot say", () => {
    const bad = fc.constantFrom<unknown>(
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      "\ud800",
      Symbol("s"),
      () => 1,
      new Date(0),
      2n ** 64n,
      new Point(),
      [undefined],
    );
    const spoilt = fc.tuple(json, dictionary(json), bad, fc.boolean()).map(([before, members, value, inList]) => {
      const inner = { ...members, bad: value, after: before };
      return inList ? [before, inner] : { before, inner };
    });
    fc.assert(
      fc.property(spoilt, fc.constantFrom(...both), (value, options) => {
        const { code, path } = errorBy(FrameEncodeError, () => encode(value, options));
        expect(["not-json", "not-unicode"]).toContain(code);
        expect(path).toMatch(/bad(\[0\])?$/);
      }),
    );
  });

  it("takes linear time", () => {
    const value = (size: number): unknown => Array(size).fill({ a: ["b", 1, { c: null }] });
    const values = new Map([500, 8000].map((size) => [size, value(size)]));
    for (const options of both) expect(isLinear(500, (size) => encode(values.get(size), options))).toBe(true);
    expect(isLinear(500, (size) => encode([values.get(size), 1n], { integers: "bigint" }))).toBe(true);
  });
});
