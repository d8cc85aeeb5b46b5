import {
  type AgenticLoopChunk,
  decodeFrame,
  encodeFrame,
  FrameEncodeError,
  FrameError,
  type JsonValue,
  type RunLoopOptions,
  runLoopFamily,
  runLoopFrames,
} from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { json, wideJson } from "../frame/json_arbitrary.ts";
import { canonical } from "../frame/json_oracle.ts";
import { bodyText, errorBy, thrownBy } from "../frame/probes.ts";
import { spoilt } from "../frame/spoil.ts";
import { message } from "../support/messages.ts";
import { chunk, chunks, contentBlock, wholeToolCall } from "./chunk_arbitrary.ts";
import { isChunk } from "./chunk_model.ts";

const wire = (value: fc.Arbitrary<object>): fc.Arbitrary<JsonValue> =>
  value.map((one) => JSON.parse(JSON.stringify(one)));

/** Whether a value is read as a chunk; it then arrives as it was sent. */
function reads(value: unknown, options?: RunLoopOptions): boolean {
  const bytes = message(0, JSON.stringify(value));
  const run = (): unknown => decodeFrame(runLoopFamily(options), bytes);
  let frame: unknown;
  try {
    frame = run();
  } catch (error) {
    expect(error).toMatchObject({ name: "FrameError", code: "chunk", tag: 0 });
    return false;
  }
  expect(canonical(frame)).toBe(canonical({ type: "chunk", chunk: value }));
  return true;
}

const call = { type: "assistant_tool_call", id: "c", name: "n" };
const response = { type: "tool_response", id: "c" };
const textChunk = { type: "assistant_text_content", text: "t" };
const withBlock = (block: unknown): object => ({ ...response, content: [block] });
const withLogprob = (logprob: object): object => ({ ...textChunk, logprobs: [logprob] });
const logprob = { token: "a", logprob: -0.5, top_logprobs: [] };

const everyOption: readonly RunLoopOptions[] = (["text", "object", "either"] as const).flatMap((toolCallArguments) =>
  (["refuse", "pass"] as const).map((unknownChunks) => ({ toolCallArguments, unknownChunks })),
);

describe("runLoopFrames", () => {
  it.each(Object.entries(chunks))("takes every %s of its type, and gives it back as it was", (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const bytes = encodeFrame(runLoopFrames, { type: "chunk", chunk: value });
        const frame = decodeFrame(runLoopFrames, bytes);
        expect(canonical(frame)).toBe(canonical({ type: "chunk", chunk: value }));
        expect(isChunk(value)).toBe(true);
      }),
    );
  });

  it("takes every content block of its type in a response", () => {
    fc.assert(
      fc.property(fc.array(contentBlock, { maxLength: 4 }), (content) => {
        expect(reads({ ...response, content })).toBe(true);
      }),
    );
  });

  it("takes or refuses spoilt chunks as the rules of the reference say, under every option", () => {
    const seen = new Map([true, false].map((answer) => [answer, 0]));
    fc.assert(
      fc.property(
        spoilt(wire(fc.oneof(chunk, wholeToolCall)), ["assistant_tool_call", "usage", "resource"]),
        fc.constantFrom(...everyOption),
        (value, options) => {
          const expected = isChunk(value, options);
          seen.set(expected, (seen.get(expected) ?? 0) + 1);
          expect(reads(value, options), JSON.stringify([value, options])).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
    for (const count of seen.values()) expect(count).toBeGreaterThan(200);
  });

  it("writes exactly the chunks that it would read", () => {
    fc.assert(
      fc.property(spoilt(wire(chunk)), (value) => {
        const run = (): Uint8Array =>
          Reflect.apply(encodeFrame, undefined, [runLoopFrames, { type: "chunk", chunk: value }]);
        if (isChunk(value)) expect(bodyText(run())).toBe(JSON.stringify(value));
        else expect(errorBy(FrameEncodeError, run).code).toBe("shape");
      }),
      { numRuns: 1000 },
    );
  });

  it("takes any JSON value as an error, and gives it back", () => {
    fc.assert(
      fc.property(json, (error) => {
        const frame = decodeFrame(runLoopFrames, encodeFrame(runLoopFrames, { type: "error", error }));
        expect(canonical(frame)).toBe(canonical({ type: "error", error }));
      }),
    );
    fc.assert(
      fc.property(wideJson, (error) => {
        const options = { integers: "bigint" } as const;
        const frame = decodeFrame(
          runLoopFrames,
          encodeFrame(runLoopFrames, { type: "error", error }, options),
          options,
        );
        expect(canonical(frame)).toBe(canonical({ type: "error", error }));
      }),
    );
  });

  it("takes an error that looks like a chunk for an error, and a chunk that looks like an error for none", () => {
    expect(decodeFrame(runLoopFrames, message(1, JSON.stringify(textChunk)))).toEqual({
      type: "error",
      error: textChunk,
    });
    expect(reads({ type: "error", message: "x" })).toBe(false);
    expect(reads({ type: "notification", is_fatal: true, message: "x" })).toBe(true);
  });

  it.each([
    ["a string", '"user"'],
    ["null", "null"],
    ["a list", '["user","hello"]'],
    ["no type", '{"prompt":"p"}'],
    ["a type that is no string", '{"type":["user"],"prompt":"p"}'],
    ["an unknown type", '{"type":"assistant_video"}'],
    ["a type of Object.prototype", '{"type":"toString"}'],
    ["the type __proto__", '{"type":"__proto__"}'],
    ["a type in capitals", '{"type":"User","prompt":"p"}'],
    ["an inherited type", '{"__proto__":{"type":"user","prompt":"p"}}'],
    ["inherited members", '{"type":"user","__proto__":{"prompt":"p"}}'],
  ])("refuses %s in the place of a chunk", (_, body) => {
    const error = errorBy(FrameError, () => decodeFrame(runLoopFrames, message(0, body)));
    expect(error).toMatchObject({ code: "chunk", tag: 0 });
    expect(error.issues?.length).toBeGreaterThan(0);
  });

  it.each([
    ["bytes that are an object with toString", { ...logprob, bytes: { toString: 1 } }],
    ["bytes that are an object with constructor", { ...logprob, bytes: { constructor: null } }],
    ["a token that is an object with name", { ...logprob, token: { constructor: { name: {} } } }],
  ])("refuses %s with issues and no TypeError", (_, value) => {
    const bytes = message(0, JSON.stringify(withLogprob(value)));
    const error = errorBy(FrameError, () => decodeFrame(runLoopFrames, bytes));
    expect(error.issues?.[0]?.path).toMatch(/^logprobs\[0\]\./);
  });

  it("refuses a block with an odd value under valueOf and the like with issues and no TypeError", () => {
    for (const block of [{ type: { valueOf: 1 } }, { type: "text", text: { toString: null, valueOf: 5 } }]) {
      const error = errorBy(FrameError, () => decodeFrame(runLoopFrames, message(0, JSON.stringify(withBlock(block)))));
      expect(error.issues?.[0]?.path).toMatch(/^content\[0\]\./);
    }
  });

  it.each([
    ["0", true],
    ["18446744073709551615", true],
    ["18446744073709551616", false],
    ["9007199254740993", true],
    ["-1", false],
    ["1.5", false],
  ])("takes %s tokens as the reference does under integers bigint: %s", (tokens, expected) => {
    const body = `{"type":"usage","completion_tokens":${tokens},"prompt_tokens":1,"total_tokens":1}`;
    const run = (): unknown => decodeFrame(runLoopFrames, message(0, body), { integers: "bigint" });
    if (expected) expect(bodyText(reencoded(run()))).toBe(body);
    else expect(errorBy(FrameError, run).code).toBe("chunk");
  });

  it.each([
    [[0, 255], true],
    [[256], false],
    [[-1], false],
    [[0.5], false],
    [["1"], false],
    [[null], false],
    ["YQ==", false],
    [{}, false],
    [[], true],
    [null, true],
  ])("takes the bytes %j of a logprob: %s", (bytes, expected) => {
    expect(reads(withLogprob({ ...logprob, bytes }))).toBe(expected);
    expect(reads(withLogprob({ ...logprob, top_logprobs: [{ token: "b", bytes }] }))).toBe(expected);
  });

  it.each([
    [0, true],
    [2 ** 32 - 1, true],
    [2 ** 32, false],
    [-1, false],
    [1.5, false],
    ["3", false],
    [null, true],
  ])("takes the size %j of a link: %s", (size, expected) => {
    expect(reads(withBlock({ type: "resource_link", uri: "u", name: "n", size }))).toBe(expected);
  });

  const link = { type: "resource_link", uri: "u", name: "n" };
  const resource = { uri: "u", text: "t" };

  it.each([
    [{ type: "text", text: "t", _meta: null, annotations: null }, true],
    [
      { type: "text", text: "t", _meta: {}, annotations: { audience: ["user"], priority: 0.1, lastModified: "l" } },
      true,
    ],
    [{ type: "text", text: "t", annotations: { audience: ["User"] } }, false],
    [{ type: "text", text: "t", annotations: { audience: "user" } }, false],
    [{ type: "text", text: "t", annotations: { priority: "1" } }, false],
    [{ type: "text", text: "t", annotations: { lastModified: 5 } }, false],
    [{ type: "text", text: "t", annotations: [] }, false],
    [{ type: "text", text: "t", _meta: [] }, false],
    [{ type: "text", text: null }, false],
    [{ type: "image", data: "", mimeType: "" }, true],
    [{ type: "audio", data: "not base64", mimeType: "" }, true],
    [{ type: "image", data: "" }, false],
    [{ type: "audio", mimeType: "" }, false],
    [{ type: "video", data: "", mimeType: "" }, false],
    [link, true],
    [{ ...link, title: null, description: "d", mimeType: "m", icons: null }, true],
    [{ ...link, uri: null }, false],
    [{ ...link, name: 5 }, false],
    [{ ...link, title: 5 }, false],
    [{ ...link, description: [] }, false],
    [{ ...link, mimeType: {} }, false],
    [{ ...link, icons: [] }, true],
    [{ ...link, icons: [{ src: "s", theme: "dark", sizes: ["1x1"], mimeType: null }] }, true],
    [{ ...link, icons: [{ src: "s", theme: "blue" }] }, false],
    [{ ...link, icons: [{ src: "s", sizes: "1x1" }] }, false],
    [{ ...link, icons: [{ src: "s", sizes: [1] }] }, false],
    [{ ...link, icons: [{ src: "s", mimeType: 5 }] }, false],
    [{ ...link, icons: [{}] }, false],
    [{ ...link, icons: [[]] }, false],
    [{ type: "resource", resource }, true],
    [{ type: "resource", resource: { uri: "u", blob: "b", text: 5 } }, true],
    [{ type: "resource", resource: { uri: "u", text: "t", blob: 5 } }, true],
    [{ type: "resource", resource: { ...resource, mimeType: "m", _meta: {} } }, true],
    [{ type: "resource", resource: { ...resource, _meta: 5 } }, false],
    [{ type: "resource", resource: { ...resource, mimeType: 5 } }, false],
    [{ type: "resource", resource: { uri: "u" } }, false],
    [{ type: "resource", resource: { text: "t" } }, false],
    [{ type: "resource", resource: [] }, false],
    [{ type: "resource" }, false],
    [[], false],
    [null, false],
  ])("takes the block %j of a response: %s", (block, expected) => {
    expect(reads(withBlock(block))).toBe(expected);
  });

  it("takes structuredContent of any kind, and never makes an object of a list", () => {
    for (const structuredContent of [[1], {}, 5, "s", false]) {
      expect(reads({ ...response, structuredContent })).toBe(true);
    }
    expect(reads({ ...response, structuredContent: null })).toBe(false);
  });

  it("takes a response with one of its optional members, and none without", () => {
    expect(reads({ ...response })).toBe(false);
    expect(reads({ ...response, resultType: "complete" })).toBe(false);
    expect(reads({ ...response, content: null, isError: null, _meta: null })).toBe(false);
    for (const member of [{ content: [] }, { isError: false }, { _meta: {} }]) {
      expect(reads({ ...response, ...member })).toBe(true);
    }
    expect(reads({ ...response, __proto__: null })).toBe(false);
    const inherited = JSON.parse('{"type":"tool_response","id":"c","__proto__":{"content":[]}}');
    expect(reads(inherited)).toBe(false);
  });
});

describe("runLoopFamily", () => {
  it.each([
    [{}, ["text", "object", "either"]],
    [{ arguments: null }, ["text", "object", "either"]],
    [{ arguments: "" }, ["text", "either"]],
    [{ arguments: '{"a":' }, ["text", "either"]],
    [{ arguments: {} }, ["object", "either"]],
    [{ arguments: { a: [1] } }, ["object", "either"]],
    [{ arguments: [] }, []],
    [{ arguments: 5 }, []],
    [{ arguments: true }, []],
    [{ inputResponses: {}, requestState: "s" }, ["text", "object", "either"]],
    [{ inputResponses: 5 }, ["text", "either"]],
    [{ arguments: {}, inputResponses: 5 }, []],
    [{ arguments: {}, requestState: {} }, []],
  ])("takes a tool call with %j under the shapes %j", (members, shapes) => {
    const taking = (["text", "object", "either"] as const).filter((toolCallArguments) =>
      reads({ ...call, ...members }, { toolCallArguments }),
    );
    expect(taking).toEqual(shapes);
    expect(reads({ ...call, ...members })).toBe(shapes.some((shape) => shape === "text"));
  });

  it("passes chunks of unknown types as they are, where it is told to, and no others", () => {
    const unknown = { type: "assistant_video", _meta: 5, url: "u", "": [1] };
    expect(reads(unknown)).toBe(false);
    expect(reads(unknown, { unknownChunks: "refuse" })).toBe(false);
    expect(reads(unknown, { unknownChunks: "pass" })).toBe(true);
    for (const type of ["toString", "__proto__", "constructor", ""]) {
      expect(reads({ type }, { unknownChunks: "pass" })).toBe(true);
    }
    for (const value of [
      { type: "user" },
      { ...call, id: 5 },
      { ...textChunk, text: null },
      {},
      { type: 5 },
      [],
      null,
    ]) {
      expect(reads(value, { unknownChunks: "pass" })).toBe(false);
    }
  });

  it("writes chunks of unknown types where it is told to", () => {
    const family = runLoopFamily({ unknownChunks: "pass" });
    const bytes = encodeFrame(family, { type: "chunk", chunk: { type: "assistant_video", url: "u" } });
    expect(bodyText(bytes)).toBe('{"type":"assistant_video","url":"u"}');
  });

  it("is the same as runLoopFrames without options", () => {
    fc.assert(
      fc.property(
        spoilt(wire(chunk)),
        fc.constantFrom(undefined, {}, { toolCallArguments: undefined }),
        (value, options) => {
          expect(reads(value, options)).toBe(isChunk(value));
        },
      ),
    );
  });

  it.each([
    { toolCallArguments: "json" },
    { toolCallArguments: null },
    { unknownChunks: "skip" },
    { unknownChunks: true },
  ])("throws a TypeError for the options %j", (options) => {
    const error = thrownBy(() => Reflect.apply(runLoopFamily, undefined, [options]));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(Object.keys(options)[0]);
  });

  it.each(["toString", "__proto__", "constructor"])(
    "throws a TypeError for toolCallArguments %j",
    (toolCallArguments) => {
      expect(thrownBy(() => Reflect.apply(runLoopFamily, undefined, [{ toolCallArguments }]))).toBeInstanceOf(
        TypeError,
      );
    },
  );
});

/** A frame written again, integers exact. */
function reencoded(frame: unknown): Uint8Array {
  return Reflect.apply(encodeFrame, undefined, [runLoopFrames, frame, { integers: "bigint" }]);
}

// The generators are typed by what the library exports; this holds the list of them against the union.
type Kinds = AgenticLoopChunk["type"];
const kinds: Readonly<Record<Kinds, true>> = {
  assistant_reasoning: true,
  assistant_text_content: true,
  assistant_refusal: true,
  assistant_image_content: true,
  assistant_audio_content: true,
  assistant_tool_call: true,
  tool_response: true,
  user: true,
  usage: true,
  notification: true,
};

describe("AgenticLoopChunk", () => {
  it("has a generator here for every type", () => {
    const types = new Set(fc.sample(chunk, { numRuns: 500, seed: 1 }).map(({ type }) => type));
    expect([...types].sort()).toEqual(Object.keys(kinds).sort());
  });
});
