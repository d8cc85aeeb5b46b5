import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTextChunk } from "../../lib/run-loop/read_text_chunk.ts";

const HEAD = '{"type":"assistant_text_content","text":"';

/** What is said of text by the ordinary way. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

describe("readTextChunk", () => {
  it.each(["", "plain", "größer — “ok” ✓ 😀", "a/b", "'", "{}[],:", "\u007f\u2028"])("reads the text %j", (text) => {
    const json = JSON.stringify({ type: "assistant_text_content", text });
    expect(JSON.stringify(readTextChunk(json))).toBe(json);
  });

  it.each([
    ["an escape", String.raw`${HEAD}a\nb"}`],
    ["an escaped quote", String.raw`${HEAD}a\"}`],
    ["a member more", `${HEAD}a","parent_tool_call_id":"x"}`],
    ["the text twice", `${HEAD}a","text":"b"}`],
    ["a control character", `${HEAD}a\u0001"}`],
    ["a line break", `${HEAD}a\n"}`],
    ["no end of the string", `${HEAD}}`],
    ["no string", '{"type":"assistant_text_content","text":1}'],
    ["white space", `${HEAD}a" }`],
    ["another type", '{"type":"assistant_reasoning","text":"a"}'],
    ["nothing", ""],
  ])("leaves %s to others", (_, json) => {
    expect(readTextChunk(json)).toBeUndefined();
  });

  it("says what JSON.parse says, or nothing", () => {
    const parts = fc.constantFrom(HEAD, '"}', '"', "}", "\\", "\\n", "\n", "a", ",", '"text":', "é", "{", " ");
    const text = fc.array(parts, { maxLength: 12 }).map((some) => some.join(""));
    const json = fc.oneof(
      text,
      text.map((inner) => `${HEAD}${inner}"}`),
    );
    fc.assert(
      fc.property(json, (json) => {
        const read = readTextChunk(json);
        if (read !== undefined) expect(JSON.stringify(read)).toBe(JSON.stringify(parsed(json)));
      }),
      { numRuns: 5000 },
    );
  });
});
