import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptsChunk } from "../../lib/run-loop/accepts_chunk.ts";
import { chunkSchema } from "../../lib/run-loop/chunk_schema.ts";
import { spoilt } from "../frame/spoil.ts";
import { chunk, wholeToolCall } from "./chunk_arbitrary.ts";

/** Chunks, half of them without most of what is seldom there. */
const plainer = fc.tuple(fc.oneof(chunk, wholeToolCall), fc.boolean()).map(([one, strip]) => {
  const seldom = ["_meta", "annotations", "logprobs", "resultType"];
  const text = JSON.stringify(one, (key, member) => (strip && seldom.includes(key) ? undefined : member));
  return JSON.parse(text);
});

const value = spoilt(plainer, ["assistant_tool_call", "usage", "user", "tool_response"]);

describe("acceptsChunk", () => {
  it("accepts nothing that the schema refuses, under any options but arguments that are objects", () => {
    let accepted = 0;
    const options = fc.record({
      toolCallArguments: fc.constantFrom("text" as const, "either" as const),
      unknownChunks: fc.constantFrom("refuse" as const, "pass" as const),
    });
    fc.assert(
      fc.property(value, options, (one, given) => {
        if (!acceptsChunk(one)) return;
        accepted++;
        expect(chunkSchema(given)["~standard"].validate(one)).not.toHaveProperty("issues.length");
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it.each([
    { type: "assistant_text_content", text: "t" },
    { type: "assistant_reasoning", text: "t", parent_tool_call_id: "p" },
    { type: "assistant_tool_call", id: "c", name: "n", arguments: "{" },
    { type: "tool_response", id: "c", content: [{ type: "text", text: "t" }] },
    { type: "user", prompt: "p" },
    { type: "usage", completion_tokens: 0, prompt_tokens: 1, total_tokens: 1 },
  ])("accepts the usual form of $type without the schema", (one) => {
    expect(acceptsChunk(one)).toBe(true);
  });

  it.each([[null], [undefined], [5], ["user"], [[]], [{}], [{ type: "toString" }]])("does not accept %j", (one) => {
    expect(acceptsChunk(one)).toBe(false);
  });
});
