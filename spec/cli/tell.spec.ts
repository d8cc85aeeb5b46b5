import { describe, expect, test } from "vitest";
import { lookAt, nameOf } from "../../lib/cli/look_at.ts";
import { tell } from "../../lib/cli/tell.ts";
import { E, E2, item, message, notification, usage } from "../support/messages.ts";

function told(bytes: Uint8Array, family: "notifications" | "run-loop" | "raw"): string {
  return tell({ n: 0, ms: 0, message: bytes, seen: lookAt(bytes, family) });
}

describe("the telling part of a notification", () => {
  test.each<[string, unknown, string]>([
    ["notifications/progress", { progressToken: 7, progress: 0.5 }, "0.5, token 7"],
    ["notifications/progress", { progressToken: "a", progress: 1, total: 4, message: "so" }, '1 of 4, token "a": so'],
    ["notifications/message", { level: "info", data: { a: 1 } }, 'info: {"a":1}'],
    ["notifications/message", { level: "error", logger: "db", data: "gone" }, "error of db: gone"],
    // Params that do not fit the method make it a custom notification.
    ["notifications/message", { level: "loud" }, '{"level":"loud"}'],
    ["notifications/resources/updated", { uri: "file:///a" }, "file:///a"],
    ["notifications/cancelled", { requestId: 3, reason: "late" }, "request 3: late"],
    ["notifications/cancelled", { requestId: "x" }, 'request "x"'],
    [
      "notifications/tasks",
      { taskId: "t", status: "working", statusMessage: "half", createdAt: "a", lastUpdatedAt: "b" },
      "t working: half",
    ],
    ["notifications/tools/list_changed", undefined, ""],
    ["vendor/thing", undefined, ""],
    ["vendor/thing", { a: "b" }, '{"a":"b"}'],
  ])("%s %j: %s", (method, params, words) => {
    const bytes = notification(method, params);
    expect(told(bytes, "notifications")).toBe(words);
    expect(nameOf(lookAt(bytes, "notifications"))).toBe(method);
  });
});

describe("the telling part of a chunk", () => {
  test.each<[object, string]>([
    [{ type: "assistant_text_content", text: " a" }, '" a"'],
    [{ type: "assistant_reasoning", text: "a", parent_tool_call_id: "c" }, 'in c: "a"'],
    [{ type: "assistant_refusal", text: "no" }, '"no"'],
    [{ type: "assistant_image_content", data: "aaaa", mimeType: "image/png" }, "image/png"],
    [{ type: "assistant_tool_call", id: "c", name: "get", arguments: "{" }, 'c get "{"'],
    [{ type: "assistant_tool_call", id: "c", name: "get" }, "c get "],
    [{ type: "tool_response", id: "c", content: [{ type: "text", text: "x" }] }, "c: x"],
    [{ type: "tool_response", id: "c", content: [], isError: true }, "c failed: "],
    [{ type: "tool_response", id: "c", structuredContent: { a: 1 } }, 'c: {"a":1}'],
    [
      { type: "tool_response", id: "c", content: [{ type: "image", data: "aaaa", mimeType: "image/png" }] },
      "c: [image]",
    ],
    [{ type: "user", prompt: "so?" }, '"so?"'],
    [{ type: "notification", is_fatal: false, message: { a: 1 } }, '{"a":1}'],
    [{ type: "notification", is_fatal: true, message: "over" }, 'fatal: "over"'],
  ])("%j: %s", (chunk, words) => {
    expect(told(item(chunk), "run-loop")).toBe(words);
  });

  test("usage", () => {
    expect(told(usage(5, 10, 15), "run-loop")).toBe("10 + 5 = 15 tokens");
  });
});

describe("of what is no item", () => {
  test.each<[string, Uint8Array, "notifications" | "run-loop" | "raw", string]>([
    ["error data", E, "notifications", "-32603: boom"],
    ["any JSON", E2(null), "run-loop", "null"],
    ["an object like any other", E2({ code: 1 }), "run-loop", '{"code":1}'],
    ["a message without a tag", new Uint8Array(), "notifications", "The message is empty"],
    ["raw text", message(0, "so"), "raw", "so"],
    ["raw bytes", Uint8Array.of(0, 0xff, 0, 1), "raw", "ff 00 01"],
    ["many raw bytes", new Uint8Array(100).fill(0xff), "raw", `${"ff ".repeat(24)}…`],
    ["nothing", Uint8Array.of(0), "raw", ""],
  ])("%s", (_, bytes, family, words) => {
    expect(told(bytes, family)).toContain(words);
  });

  test("a long text is cut, and a character on the edge is no harm", () => {
    const text = `${"a".repeat(999)}€${"b".repeat(1000)}`;
    expect(told(message(0, text), "raw")).toBe("a".repeat(999));
    const large = notification("vendor/large", { blob: "x".repeat(1_000_000) });
    expect(told(large, "notifications")).toHaveLength(1000);
  });
});
