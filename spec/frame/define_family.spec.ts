import {
  type AnyFrame,
  anyJson,
  decodeFrame,
  defineFamily,
  encodeFrame,
  FrameEncodeError,
  FrameError,
  type FrameFamily,
  type SchemaIssue,
  type SyncSchema,
} from "channel-frames";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { message } from "../support/messages.ts";
import { bodyText, errorBy, thrownBy } from "./probes.ts";

/** A schema as anybody could write one by hand. */
function handMade(validate: SyncSchema["~standard"]["validate"]): SyncSchema<string> {
  return { "~standard": { version: 1, vendor: "by hand", validate } };
}

const shouting = handMade((value) =>
  typeof value === "string" && value === value.toUpperCase()
    ? {}
    : { issues: [{ message: "Expected capitals", path: [] }] },
);

const defineAny = (definition: unknown): FrameFamily<AnyFrame> => Reflect.apply(defineFamily, undefined, [definition]);

describe("defineFamily", () => {
  const logFrames = defineFamily({
    item: { name: "line", schema: v.looseObject({ text: v.string() }), code: "chunk" },
    error: { name: "problem", schema: shouting, code: "error" },
  });

  it("names type and member of an item after its name, and types every error frame error", () => {
    expect(decodeFrame(logFrames, message(0, '{"text":"t"}'))).toEqual({ type: "line", line: { text: "t" } });
    expect(decodeFrame(logFrames, message(1, '"GONE"'))).toEqual({ type: "error", problem: "GONE" });
  });

  it("writes what it reads", () => {
    const line = encodeFrame(logFrames, { type: "line", line: { text: "t" } });
    expect([line[0], bodyText(line)]).toEqual([0, '{"text":"t"}']);
    const problem = encodeFrame(logFrames, { type: "error", problem: "GONE" });
    expect([problem[0], bodyText(problem)]).toEqual([1, '"GONE"']);
  });

  it("checks by a valibot schema, with the path and words of its issues, under the code of the half", () => {
    const error = errorBy(FrameError, () => decodeFrame(logFrames, message(0, '{"text":5}')));
    expect(error).toMatchObject({ code: "chunk", tag: 0, issues: [{ path: "text" }] });
    expect(error.issues?.[0]?.message).toMatch(/Expected string/);
    expect(error.message).toContain("text");
  });

  it("checks by a schema made by hand, in both directions", () => {
    const error = errorBy(FrameError, () => decodeFrame(logFrames, message(1, '"gone"')));
    expect(error).toMatchObject({ code: "error", tag: 1, issues: [{ path: "", message: "Expected capitals" }] });
    const refused = errorBy(FrameEncodeError, () => encodeFrame(logFrames, { type: "error", problem: "gone" }));
    expect(refused).toMatchObject({ code: "shape", path: "", issues: [{ message: "Expected capitals" }] });
  });

  it("calls a failure body where no code is given", () => {
    const family = defineFamily({ item: { name: "a", schema: shouting }, error: { name: "b", schema: shouting } });
    for (const tag of [0, 1]) {
      expect(errorBy(FrameError, () => decodeFrame(family, message(tag, '"x"')))).toMatchObject({ code: "body", tag });
      expect(errorBy(FrameError, () => decodeFrame(family, message(tag, "x")))).toMatchObject({ code: "body", tag });
    }
  });

  it("lets transformations, defaults and stripping of a schema have no effect", () => {
    const schema = v.object({
      trimmed: v.pipe(v.string(), v.trim()),
      number: v.pipe(v.string(), v.transform(Number)),
      absent: v.optional(v.string(), "default"),
    });
    const family = defineFamily({ item: { name: "a", schema }, error: { name: "e", schema: anyJson } });
    const text = '{"extra":[1],"trimmed":" t ","__proto__":{"x":1},"number":"5"}';
    const frame = decodeFrame(family, message(0, text));
    expect(JSON.stringify(Reflect.get(frame, "a"))).toBe(text);
    expect(bodyText(encodeFrame(family, frame))).toBe(text);
  });

  it("shows a schema the very value that is handed on", () => {
    let seen: unknown;
    const schema = handMade((value) => {
      seen = value;
      return {};
    });
    const family = defineFamily({ item: { name: "a", schema }, error: { name: "e", schema } });
    expect(Reflect.get(decodeFrame(family, message(0, "[1]")), "a")).toBe(seen);
    const value = "x";
    encodeFrame(family, { type: "a", a: value });
    expect(seen).toBe(value);
  });

  it.each([
    [
      "an async valibot schema",
      v.pipeAsync(
        v.string(),
        v.checkAsync(async () => true),
      ),
    ],
    ["one whose promise rejects", handMade(() => Promise.reject(new Error("later")))],
    ["one whose promise has issues", handMade(async () => ({ issues: [{ message: "m" }] }))],
  ])("throws a TypeError for %s, and leaves no rejection unhandled", async (_, schema) => {
    const family = defineAny({ item: { name: "a", schema }, error: { name: "e", schema: anyJson } });
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => {
      unhandled.push(reason);
    };
    process.on("unhandledRejection", listener);
    try {
      for (const run of [
        () => decodeFrame(family, message(0, '"x"')),
        () => Reflect.apply(encodeFrame, undefined, [family, { type: "a", a: "x" }]),
      ]) {
        const error = thrownBy(run);
        expect(error).toBeInstanceOf(TypeError);
        expect(String(error)).toMatch(/async/);
      }
      // Node tells of an unhandled rejection once all microtasks are done.
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", listener);
    }
  });

  it("hands on what a schema throws of its own accord", () => {
    const cause = new RangeError("broken schema");
    const schema = handMade(() => {
      throw cause;
    });
    const family = defineFamily({ item: { name: "a", schema }, error: { name: "e", schema: anyJson } });
    expect(thrownBy(() => decodeFrame(family, message(0, "1")))).toBe(cause);
  });

  it("leaves raw halves as bytes, on either tag", () => {
    const mixed = defineFamily({ item: { name: "file", raw: true }, error: { name: "e", schema: anyJson } });
    const bytes = message(0, "\u0000nope");
    const file = decodeFrame(mixed, bytes);
    if (file.type !== "file") expect.fail("no file");
    expect(file.body.buffer).toBe(bytes.buffer);
    expect([...encodeFrame(mixed, file)]).toEqual([...bytes]);
    expect(decodeFrame(mixed, message(1, "[1]"))).toEqual({ type: "error", e: [1] });

    const other = defineFamily({ item: { name: "value", schema: anyJson }, error: { name: "why", raw: true } });
    const why = decodeFrame(other, Uint8Array.of(1, 0xff));
    expect(why).toEqual({ type: "error", body: Uint8Array.of(0xff) });
    expect([...encodeFrame(other, why)]).toEqual([1, 0xff]);
  });

  it("takes names that are members of Object.prototype, and own members they become", () => {
    const family = defineFamily({
      item: { name: "constructor", schema: anyJson },
      error: { name: "toString", schema: anyJson },
    });
    const frame = decodeFrame(family, message(0, "1"));
    expect(Object.entries(frame)).toEqual([
      ["type", "constructor"],
      ["constructor", 1],
    ]);
    expect(bodyText(encodeFrame(family, frame))).toBe("1");
    expect(Object.hasOwn(decodeFrame(family, message(1, "2")), "toString")).toBe(true);
  });

  it.each([
    ["an item named error", { name: "error", schema: anyJson }, { name: "e", schema: anyJson }],
    ["a raw item named error", { name: "error", raw: true }, { name: "e", schema: anyJson }],
    ["an item named type", { name: "type", schema: anyJson }, { name: "e", schema: anyJson }],
    ["an error named type", { name: "a", schema: anyJson }, { name: "type", schema: anyJson }],
    ["an empty name", { name: "", schema: anyJson }, { name: "e", schema: anyJson }],
    ["the name __proto__", { name: "a", schema: anyJson }, { name: "__proto__", schema: anyJson }],
    ["no name", { schema: anyJson }, { name: "e", schema: anyJson }],
    ["a name that is no string", { name: 5, schema: anyJson }, { name: "e", schema: anyJson }],
    ["no schema", { name: "a" }, { name: "e", schema: anyJson }],
    ["a schema of another kind", { name: "a", schema: { parse: () => 1 } }, { name: "e", schema: anyJson }],
    ["a schema that is null", { name: "a", schema: null }, { name: "e", schema: anyJson }],
  ])("throws a TypeError for %s", (_, item, error) => {
    expect(thrownBy(() => defineAny({ item, error }))).toBeInstanceOf(TypeError);
  });

  it("takes issues with paths of keys, of objects with keys, and without any", () => {
    const issues: readonly SchemaIssue[] = [
      { message: "one", path: ["a", 0, { key: "odd key" }] },
      { message: "two" },
      { message: "three", path: [{ key: Symbol("s") }] },
    ];
    const schema = handMade(() => ({ issues }));
    const family = defineFamily({ item: { name: "a", schema }, error: { name: "e", schema } });
    const error = errorBy(FrameError, () => decodeFrame(family, message(0, "1")));
    expect(error.issues).toEqual([
      { message: "one", path: 'a[0]["odd key"]' },
      { message: "two", path: "" },
      { message: "three", path: '["Symbol(s)"]' },
    ]);
    expect(error.message).toMatch(/at a\[0\]\["odd key"\]: one \(and 2 more\)/);
  });
});

describe("anyJson", () => {
  it.each([null, false, 0, "", [], {}, { type: "error" }])("takes %j", (value) => {
    expect(anyJson["~standard"].validate(value)).toEqual({});
  });
});
