import {
  ChannelError,
  CutError,
  decodeFrame,
  encodeFrame,
  FrameAfterErrorError,
  FrameEncodeError,
  FrameError,
  notificationFrames,
  runLoopFrames,
  UnservedError,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { message } from "../support/messages.ts";
import { decodeAny, errorBy } from "./probes.ts";

const cause = new Error("cause");

const all: readonly (readonly [string, ChannelError])[] = [
  ["FrameError", new FrameError("body", "m")],
  ["FrameEncodeError", new FrameEncodeError("shape", "m")],
  ["FrameAfterErrorError", new FrameAfterErrorError()],
  ["UnservedError", new UnservedError()],
  ["CutError", new CutError()],
];

describe("ChannelError", () => {
  it.each(all)("is what a %s is, with its name, a code, a message and no cause unless one was given", (name, error) => {
    expect(error).toBeInstanceOf(ChannelError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect(String(error)).toBe(`${name}: ${error.message}`);
    expect(error.stack).toContain("errors.spec");
    expect(error.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(error.message.length).toBeGreaterThan(0);
    expect("cause" in error).toBe(false);
  });

  it.each(all)("tells a %s from every other class", (name, error) => {
    const classes = { FrameError, FrameEncodeError, FrameAfterErrorError, UnservedError, CutError };
    const matching = Object.entries(classes).filter(([, type]) => error instanceof type);
    expect(matching.map(([key]) => key)).toEqual([name]);
  });

  it.each([null, undefined, "FrameError", 1, new Error("e"), new TypeError("t"), {}, () => 1])(
    "is not what %o is",
    (value) => {
      expect(value instanceof ChannelError).toBe(false);
      expect(value instanceof FrameError).toBe(false);
    },
  );

  it("keeps a cause that is undefined or null, as whatever was thrown is a cause", () => {
    for (const value of [undefined, null, 0, cause]) {
      for (const error of [
        new FrameError("body", "m", { cause: value }),
        new FrameEncodeError("shape", "m", { cause: value }),
        new FrameAfterErrorError({ cause: value }),
        new CutError({ cause: value }),
      ]) {
        expect(Object.hasOwn(error, "cause")).toBe(true);
        expect(error.cause).toBe(value);
      }
    }
  });
});

describe("FrameError", () => {
  it("has code, tag, index, issues and cause as they were given", () => {
    const issues = [{ message: "m", path: "p" }];
    const error = new FrameError("chunk", "text", { tag: 0, index: 7, issues, cause });
    expect(error).toMatchObject({ code: "chunk", message: "text", tag: 0, index: 7, issues, cause });
  });

  it("has index 0 and neither tag nor issues where nothing was given", () => {
    expect(new FrameError("empty", "text")).toMatchObject({ tag: undefined, index: 0, issues: undefined });
  });

  it("has the engine's error as its cause when the body is no JSON, and issues when it is of the wrong shape", () => {
    const syntax = errorBy(FrameError, () => decodeFrame(runLoopFrames, message(1, "nope")));
    expect(syntax.cause).toBeInstanceOf(SyntaxError);
    expect(syntax.issues).toBeUndefined();
    const shape = errorBy(FrameError, () => decodeFrame(runLoopFrames, message(0, '{"type":"user"}')));
    expect(shape.issues?.map(({ path }) => path)).toEqual(["prompt"]);
  });

  it.each([
    ["the tag and what it holds", notificationFrames, message(0, "nope"), /notification.*tag 0/],
    ["the tag and what it holds", notificationFrames, message(1, "nope"), /error.*tag 1/],
    ["the tag and what it holds", runLoopFrames, message(0, "nope"), /chunk.*tag 0/],
    [
      "the place that does not fit",
      runLoopFrames,
      message(0, '{"type":"usage","completion_tokens":-1}'),
      /completion_tokens/,
    ],
    ["an unknown type", runLoopFrames, message(0, '{"type":"x"}'), /type/],
    ["sizes", runLoopFrames, new Uint8Array(67_108_865), /67108865.*67108864/],
  ])("says in words: %s", (_, family, bytes, words) => {
    expect(errorBy(FrameError, () => decodeAny(family, bytes)).message).toMatch(words);
  });

  /** A message, and whatever else is text, shows an excerpt at most, and nothing that could disturb a log. */
  function holdsLittleOf(error: FrameError | FrameEncodeError, body: string): void {
    const texts = [error.message, ...(error.issues ?? []).flatMap((issue) => [issue.message, issue.path])];
    if (error instanceof FrameEncodeError) texts.push(error.path);
    for (const text of texts) {
      expect(text.length, text).toBeLessThan(1200);
      expect(text).toMatch(/^[\x20-\x7e…]*$/);
      // Every run of 140 characters holds one of these.
      const runs = Array.from({ length: Math.floor((body.length - 130) / 10) }, (_, at) =>
        body.slice(10 * at, 10 * at + 130),
      );
      expect(runs.filter((run) => text.includes(run))).toEqual([]);
    }
  }

  const long = fc.string({ minLength: 300, maxLength: 2000, unit: fc.constantFrom(...'abcXYZ019 {}[]":,\\é\u0000\n') });

  it("has no text that holds a long body, whatever is wrong with it", () => {
    const bodies = fc.oneof(
      long,
      long.map((text) => JSON.stringify(text)),
      long.map((text) => JSON.stringify({ method: [text], params: text })),
      long.map((text) => JSON.stringify({ method: "x", params: { _meta: text } })),
      long.map((text) => JSON.stringify({ type: text })),
      long.map((text) => JSON.stringify({ type: "usage", completion_tokens: text })),
      long.map((text) => JSON.stringify({ type: "tool_response", id: "i", content: [{ type: text }, text] })),
      long.map((text) =>
        JSON.stringify({ type: "tool_response", id: "i", content: [{ type: "resource", resource: { [text]: text } }] }),
      ),
      long.map((text) => JSON.stringify({ code: text, message: [text] })),
    );
    fc.assert(
      fc.property(
        bodies,
        fc.constantFrom(0, 1),
        fc.constantFrom(notificationFrames, runLoopFrames),
        (body, tag, family) => {
          let error: unknown;
          try {
            decodeAny(family, message(tag, body));
            return;
          } catch (thrown) {
            error = thrown;
          }
          if (!(error instanceof FrameError)) throw error;
          holdsLittleOf(error, body);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("has no text that holds a long key or value that must not be written", () => {
    const values = fc.tuple(long, long).map(([key, text]) => ({ [key]: { [text]: [text, Number.NaN] } }));
    fc.assert(
      fc.property(values, (error) => {
        const refused = errorBy(FrameEncodeError, () => encodeFrame(runLoopFrames, { type: "error", error }));
        holdsLittleOf(refused, JSON.stringify(error));
      }),
    );
  });
});

describe("FrameEncodeError", () => {
  it("has code, path, issues and cause as they were given", () => {
    const issues = [{ message: "m", path: "p" }];
    const error = new FrameEncodeError("too-deep", "text", { path: "a[0]", issues, cause });
    expect(error).toMatchObject({ code: "too-deep", message: "text", path: "a[0]", issues, cause });
  });

  it("has an empty path and no issues where nothing was given", () => {
    expect(new FrameEncodeError("not-json", "text")).toMatchObject({ path: "", issues: undefined });
  });

  it("says in words what is wrong", () => {
    const words = (error: unknown): string =>
      errorBy(FrameEncodeError, () => Reflect.apply(encodeFrame, undefined, [runLoopFrames, { type: "error", error }]))
        .message;
    expect(words([Number.NaN])).toContain("NaN");
    expect(words(undefined)).toContain("undefined");
    expect(words(() => 1)).toContain("function");
    expect(words("\ud800")).toContain("surrogate");
    expect(words(new Date())).toMatch(/toJSON|instance/);
  });
});

describe("FrameAfterErrorError", () => {
  it("has the code frame-after-error", () => {
    expect(new FrameAfterErrorError().code).toBe("frame-after-error");
  });
});

describe("UnservedError", () => {
  it("has the code unserved", () => {
    expect(new UnservedError().code).toBe("unserved");
  });
});

describe("CutError", () => {
  it("has the code cut, and what the carrier knows", () => {
    expect(new CutError({ closeCode: 1006, reason: "r", cause })).toMatchObject({
      code: "cut",
      closeCode: 1006,
      reason: "r",
      cause,
    });
    expect(new CutError()).toMatchObject({ code: "cut", closeCode: undefined, reason: undefined });
  });

  it("names the close code, 0 too, which some runtimes give", () => {
    expect(new CutError({ closeCode: 1006 }).message).toContain("1006");
    expect(new CutError({ closeCode: 0 }).message).toContain("0");
    expect(new CutError().message).not.toMatch(/\d|undefined/);
  });

  it("leaves a long reason out of its message", () => {
    const reason = "r".repeat(5000);
    expect(new CutError({ reason }).message.length).toBeLessThan(300);
  });
});
