import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findExcess } from "../../lib/frame/json_excess.ts";
import { jsonText } from "./json_arbitrary.ts";
import { oracle } from "./json_oracle.ts";
import { nested } from "./probes.ts";

// Few levels are visited by recursion, many one after the other.
describe.each([
  ["few levels", 0],
  ["many levels", 500],
])("findExcess, where it may nest %s", (_, more) => {
  it.each([0, 1, 2, 126, 127, 128])("takes %i levels, and not one more", (levels) => {
    const value = levels === 0 ? 1 : nested(levels);
    // So many levels more around it, where the value is all the same.
    const around = (inner: unknown): unknown => Array.from({ length: more }).reduce((within) => [within], inner);
    expect(findExcess(around(value), levels + more)).toBeUndefined();
    expect(findExcess(around([value]), levels + more)).toBe(`nests deeper than ${levels + more} levels`);
    expect(findExcess(around({ a: value }), levels + more)).toBe(`nests deeper than ${levels + more} levels`);
  });

  it.each(["1e400", "-1e400", "[0,1e999]", '{"a":{"b":[-1e999]}}', "9".repeat(400)])(
    "finds the number beyond a double in %s",
    (text) => {
      expect(findExcess(JSON.parse(text), 127 + more)).toBe("holds a number beyond the range of a double");
    },
  );

  it.each(["1.7976931348623157e308", "-0", "1e-400", "null", '"1e400"', '{"1e400":[null,true,"x"]}', "[]"])(
    "has nothing against %s",
    (text) => {
      expect(findExcess(JSON.parse(text), 127 + more)).toBeUndefined();
    },
  );

  it("looks at a member of any name, and at no inherited one", () => {
    expect(findExcess(JSON.parse('{"__proto__":1e999}'), 127 + more)).toMatch(/double/);
    expect(findExcess(Object.create({ a: Number.POSITIVE_INFINITY }), 127 + more)).toBeUndefined();
    const endless: Record<string, unknown> = {};
    endless.a = endless.b = endless;
    expect(findExcess(Object.create(endless), 127 + more)).toBeUndefined();
  });

  it("agrees with the oracle", () => {
    fc.assert(
      fc.property(jsonText, fc.integer({ min: 0, max: 8 }), (text, levels) => {
        const verdict = oracle(new TextEncoder().encode(text), levels + more);
        fc.pre(verdict.ok || verdict.why === "depth" || verdict.why === "overflow");
        expect(findExcess(JSON.parse(text), levels + more) === undefined, text).toBe(verdict.ok);
      }),
      { numRuns: 500 },
    );
  });
});
