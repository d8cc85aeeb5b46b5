import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathOf } from "../../lib/frame/path.ts";

describe("pathOf", () => {
  it.each([
    [[], ""],
    [["a"], "a"],
    [["params", "data", 2, "odd key"], 'params.data[2]["odd key"]'],
    [[0, 1], "[0][1]"],
    [[0, "a"], "[0].a"],
    [["$ref", "_x9"], "$ref._x9"],
    [["2"], "2"],
    [["a.b"], '["a.b"]'],
    [["a]"], '["a]"]'],
    [[""], '[""]'],
    [['"'], '["\\""]'],
    [["é"], '["\\\\u00e9"]'],
    [["\ud800"], '["\\\\ud800"]'],
    [[Symbol("s")], '["Symbol(s)"]'],
  ])("writes %o as %s", (keys, path) => {
    expect(pathOf(keys)).toBe(path);
  });

  it("shortens long keys and long paths", () => {
    expect(pathOf(["k".repeat(41)])).toBe(`["${"k".repeat(40)}…"]`);
    expect(pathOf(["k".repeat(40)])).toBe("k".repeat(40));
    const path = pathOf(Array(1000).fill("key"));
    expect(path).toMatch(/^key(\.key)*(\.|\.k|\.ke)?…$/);
    expect(path.length).toBeLessThanOrEqual(125);
  });

  it("is short and printable for any keys", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.nat())), (keys) => {
        const path = pathOf(keys);
        expect(path).toMatch(/^[\x20-\x7e…]*$/);
        expect(path.length).toBeLessThan(500);
      }),
    );
  });
});
