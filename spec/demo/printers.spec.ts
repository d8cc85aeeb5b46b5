import { describe, expect, test } from "vitest";
import type { Happening } from "../../lib/demo/demo_event.ts";
import { endingWords } from "../../lib/demo/ending_words.ts";
import { jsonPrinter } from "../../lib/demo/printer_json.ts";
import { textPrinter } from "../../lib/demo/printer_text.ts";
import { tellChunk, tellError, tellNotification } from "../../lib/demo/telling.ts";
import { wrap } from "../../lib/demo/text_layout.ts";
import { CutError, type Ending, type NotificationFrame, type ServerNotification } from "../../lib/mod.ts";

function printed(...happenings: (Happening & { readonly channel?: number })[]): string {
  let text = "";
  const print = textPrinter((part) => {
    text += part;
  }, false);
  for (const happening of happenings) print({ scene: "one", ms: 1234, ...happening });
  return text;
}

function text(type: "assistant_text_content" | "assistant_refusal", fragment: string): Happening {
  return { kind: "frame", frame: { type: "chunk", chunk: { type, text: fragment } } };
}

describe("text", () => {
  test("that streams in is broken at spaces, and its kinds are told apart", () => {
    const lines = printed(
      { kind: "scene", title: "A loop", path: "/agent/run" },
      text("assistant_text_content", "some words "),
      text("assistant_text_content", `and${" more".repeat(9)}`),
      text("assistant_refusal", "no\x07 more"),
      { kind: "thrown", error: "a string" },
    ).split("\n");
    expect(lines.slice(3)).toEqual([
      "   1.234 s  text           some words and more more more more more more more",
      "                           more more",
      "   1.234 s  refusal        no  more",
      "    thrown  Error          a string",
      "",
    ]);
  });

  test("of several channels is told apart, and is not torn apart", () => {
    const lines = printed(
      { kind: "scene", title: "A connection", path: "/connection" },
      { channel: 1, kind: "asked", what: "a run loop" },
      { channel: 1, ...text("assistant_text_content", "so") },
      { channel: 2, kind: "frame", frame: { type: "error", error: { code: 1, message: "no" } } },
      { channel: 1, ...text("assistant_text_content", " it is") },
      { channel: 1, kind: "chunk", chunk: { type: "assistant_text_content", text: "so it is" } },
      { channel: 11, kind: "thrown", error: new TypeError("a name of 22 characters and more") },
    ).split("\n");
    expect(lines.slice(3)).toEqual([
      "   1.234 s  1 asked for             a run loop",
      "   1.234 s  2 error frame           1: no",
      "   1.234 s  1 text                  so it is",
      "    thrown  11 TypeError            a name of 22 characters and more",
      "",
    ]);
  });

  test("of a subscription: who does what, and the gaps", () => {
    const lines = printed(
      { kind: "scene", title: "A subscription", path: "/requests" },
      { kind: "step", who: "server", what: "is killed" },
      { kind: "gap", gap: { type: "gap", ending: { kind: "unserved", frames: 0 }, since: 1000, until: 1060 } },
    ).split("\n");
    expect(lines.slice(3)).toEqual([
      "   1.234 s  server                  is killed",
      "       gap  unserved                For 0.060 s there was no path. What was said",
      "                                    then is not replayed.",
      "",
    ]);
  });

  test.each<[Ending<NotificationFrame>, string]>([
    [{ kind: "cut", frames: 1, reason: new CutError({ by: "scope" }) }, "Its scope was finished"],
    [{ kind: "cut", frames: 1, reason: new CutError({ closeCode: 1006 }) }, "The socket died"],
    [{ kind: "cut", frames: 1, reason: undefined }, "The socket died"],
    [{ kind: "finished", frames: 1 }, "The provider closed the channel properly"],
  ])("an ending is put into words: %j", (ending, words) => {
    expect(endingWords(ending)).toContain(words);
  });

  test("an error frame of a run loop may be any JSON value", () => {
    expect(printed({ kind: "frame", frame: { type: "error", error: null } })).toContain(
      "error frame             null\n",
    );
  });

  test.each([
    ["one two", 3, ["one", "two"]],
    ["one two", 7, ["one two"]],
    ["a longer-than-that b", 6, ["a", "longer", "-than-", "that b"]],
    ["", 6, [""]],
  ])("%j is wrapped to %i", (words, width, lines) => {
    expect(wrap(words, width)).toEqual(lines);
  });
});

describe("the telling part", () => {
  test.each<[ServerNotification, string]>([
    [{ method: "notifications/progress", params: { progressToken: 7, progress: 0.5 } }, "0.5, token 7"],
    [{ method: "notifications/message", params: { level: "info", data: { a: 1 } } }, 'info: {"a":1}'],
    [{ method: "notifications/message", params: { level: "loud" } }, 'custom: {"level":"loud"}'],
    [{ method: "notifications/tools/list_changed" }, "(no params)"],
    [{ method: "notifications/cancelled", params: { requestId: 3 } }, '{"requestId":3}'],
    [{ method: "vendor/thing" }, "custom: (no params)"],
    [{ method: "vendor/thing", params: { status: "done", statusMessage: "all" } }, "custom, done: all"],
  ])("of %j", (notification, words) => {
    expect(tellNotification(notification)).toBe(words);
  });

  test("of errors and chunks", () => {
    expect(tellError({ code: -1, message: "no" })).toBe("-1: no");
    expect(tellError(["no"])).toBe('["no"]');
    const resource = { type: "resource_link", uri: "a:b", name: "b" } as const;
    expect(tellChunk({ type: "tool_response", id: "c", content: [resource] })).toBe("c: resource_link");
    expect(tellChunk({ type: "tool_response", id: "c", isError: true })).toBe("c: ");
    expect(tellChunk({ type: "notification", is_fatal: true, message: "over" })).toContain('"is_fatal":true');
  });
});

test("JSON keeps what an error says at any depth, and what is no error as it is", () => {
  let line = "";
  const print = jsonPrinter((part) => {
    line += part;
  });
  print({ scene: "one", ms: 1, kind: "thrown", error: { deep: [new TypeError("no")], name: "n" } });
  expect(line).toBe(
    '{"scene":"one","ms":1,"kind":"thrown","error":{"deep":[{"name":"TypeError","message":"no"}],"name":"n"}}\n',
  );
});
