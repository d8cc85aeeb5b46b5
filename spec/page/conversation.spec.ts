import type { RunLoopFrame } from "channel-frames";
import { describe, expect, test } from "vitest";
import { ConversationBuilder } from "../../lib/page/engine/conversation.ts";
import type { Block } from "../../lib/page/recording.ts";

type Chunk = Extract<RunLoopFrame, { readonly type: "chunk" }>["chunk"];

function conversationOf(chunks: readonly Chunk[]) {
  const builder = new ConversationBuilder();
  chunks.forEach((chunk, index) => {
    builder.take(index, index * 10, "item", { type: "chunk", chunk }, "");
  });
  return builder.result();
}

const text = (said: string, parent?: string): Chunk => ({
  type: "assistant_text_content",
  text: said,
  parent_tool_call_id: parent,
});

describe("a conversation", () => {
  test.each<[string, readonly Chunk[], readonly Partial<Block>[]]>([
    ["a refusal", [{ type: "assistant_refusal", text: "No" }], [{ kind: "refusal", text: "No" }]],
    [
      "media, by their type",
      [{ type: "assistant_image_content", data: "aGk=", mimeType: "image/png" }],
      [{ kind: "media", text: "image/png" }],
    ],
    [
      "a fatal notification",
      [{ type: "notification", is_fatal: true, message: { why: "budget" } }],
      [{ kind: "notice", isFatal: true, text: '{"why":"budget"}' }],
    ],
    [
      "a call without arguments, and without a result",
      [{ type: "assistant_tool_call", id: "a", name: "f", arguments: null }],
      [{ kind: "tool", input: "", result: undefined }],
    ],
    [
      "a tool that failed, and structured content",
      [
        { type: "assistant_tool_call", id: "a", name: "f" },
        { type: "tool_response", id: "a", structuredContent: { code: 7 }, isError: true },
      ],
      [{ kind: "tool", input: "", result: '{"code":7}', isError: true, last: 1 }],
    ],
    [
      "a result without its call",
      [{ type: "tool_response", id: "b", content: [{ type: "text", text: "late" }] }],
      [{ kind: "tool", name: "a call that is not here", result: "late" }],
    ],
    [
      "an id that is used again after its result",
      [
        { type: "assistant_tool_call", id: "a", name: "f", arguments: "1" },
        { type: "tool_response", id: "a", content: [{ type: "text", text: "one" }] },
        { type: "assistant_tool_call", id: "a", name: "g", arguments: "2" },
      ],
      [
        { kind: "tool", name: "f", input: "1", result: "one" },
        { kind: "tool", name: "g", input: "2", result: undefined },
      ],
    ],
    [
      "threads that speak in turn, each put together",
      [text("a1"), text("b1", "t"), text("a2"), text("b2", "t")],
      [
        { kind: "text", text: "a1a2", parent: undefined, index: 0, last: 2 },
        { kind: "text", text: "b1b2", parent: "t", index: 1, last: 3 },
      ],
    ],
  ])("has %s", (_, chunks, blocks) => {
    expect(conversationOf(chunks).blocks).toMatchObject(blocks);
  });

  test("has the error, and what nobody can read", () => {
    const builder = new ConversationBuilder();
    builder.take(0, 0, "error", { type: "error", error: { code: -1, message: "gone" } }, "");
    builder.take(1, 1, "extra", { type: "item" }, "later");
    builder.take(2, 2, "sent", { type: "sent" }, "no JSON");
    expect(builder.result().blocks).toMatchObject([
      { kind: "error", text: "-1: gone" },
      { kind: "malformed", text: "later" },
      { kind: "prompt", text: "no JSON" },
    ]);
  });

  test("keeps the last of very many blocks, says how many went, and goes on with those that are left", () => {
    const prompts: Chunk[] = Array.from({ length: 4500 }, (_, n) => ({ type: "user", prompt: `${n}` }));
    const { blocks, omitted } = conversationOf([
      { type: "assistant_tool_call", id: "old", name: "f" },
      ...prompts,
      { type: "assistant_tool_call", id: "new", name: "g", arguments: "{" },
      { type: "assistant_tool_call", id: "new", name: "g", arguments: "}" },
      { type: "tool_response", id: "old", content: [{ type: "text", text: "too late for its block" }] },
    ]);
    expect(omitted + blocks.length).toBe(4503);
    expect(blocks.length).toBeLessThanOrEqual(4000);
    expect(blocks.slice(-2)).toMatchObject([
      { kind: "tool", name: "g", input: "{}" },
      { kind: "tool", name: "a call that is not here" },
    ]);
  });

  test("bounds the usage it keeps, and has its last point", () => {
    const usage: Chunk = { type: "usage", prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 };
    const { usage: points } = conversationOf(Array.from({ length: 5000 }, () => usage));
    expect(points.length).toBeLessThanOrEqual(1000);
    expect(points.at(-1)).toMatchObject({ input: 10_000, output: 5000 });
  });
});
