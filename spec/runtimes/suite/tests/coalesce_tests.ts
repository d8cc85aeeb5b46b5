import {
  type AgenticLoopChunk,
  CoalescedChunksStream,
  coalesce,
  type RunLoopFrame,
  RunLoopGuardedDecoderStream,
} from "channel-frames";
import { equal, ok } from "../check.ts";
import { callFrame, textFrame, userFrame } from "../frames.ts";
import { error, item, T } from "../messages.ts";
import { pullSource, type SourceEnd } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { type Test, test } from "../test.ts";

const chunkOf = (frame: RunLoopFrame): AgenticLoopChunk[] => (frame.type === "chunk" ? [frame.chunk] : []);
const usage = (completion: number, prompt: number, total: number): AgenticLoopChunk => ({
  type: "usage",
  completion_tokens: completion,
  prompt_tokens: prompt,
  total_tokens: total,
});
const chunk = (of: object): object => ({ type: "chunk", chunk: of });
const call = { type: "assistant_tool_call" } as const;

async function whole(frames: readonly unknown[], end?: SourceEnd): Promise<unknown> {
  return readAll(pullSource(frames, end).stream.pipeThrough(new CoalescedChunksStream()), "slow");
}

/** Fragments put together, in a list and as they stream in. */
export const coalesceTests: readonly Test[] = [
  test("coalesce puts text and calls together, and leaves the fragments alone", () => {
    const fragments = [
      textFrame("a"),
      callFrame("x", "f", '{"a"'),
      callFrame("y", "g", '{"b"'),
      callFrame("x", "other", ":1}"),
      callFrame("y", "g", ":2}"),
      callFrame("x", "f"),
      textFrame("b"),
      textFrame("c"),
    ].flatMap(chunkOf);
    const before = JSON.stringify(fragments);
    equal(coalesce(fragments).chunks, [
      { type: "assistant_text_content", text: "a" },
      { ...call, id: "x", name: "f", arguments: '{"a":1}', input: { a: 1 } },
      { ...call, id: "y", name: "g", arguments: '{"b":2}', input: { b: 2 } },
      { type: "assistant_text_content", text: "bc" },
    ]);
    equal(JSON.stringify(fragments), before);
  }),
  test("coalesce adds usage up, and leaves it standing", () => {
    const { chunks, usage: total } = coalesce([usage(5, 10, 15), ...chunkOf(textFrame("a")), usage(2, 0, 2)]);
    equal(chunks.length, 3);
    equal(total, { completion_tokens: 7, prompt_tokens: 10, total_tokens: 17 });
  }),
  test("coalesce takes 20 000 fragments in linear time", () => {
    const texts = Array.from({ length: 10_000 }, () => textFrame("a"));
    const calls = Array.from({ length: 10_000 }, (_, n) => callFrame(`c${n % 100}`, "f", "1"));
    equal(coalesce([...texts, ...calls].flatMap(chunkOf)).chunks.length, 101);
  }),
  test("CoalescedChunksStream emits text when something else follows, and what is left at the end", async () => {
    equal(await whole([textFrame("Hel"), textFrame("lo"), userFrame("u"), textFrame("b")]), {
      values: [textFrame("Hello"), userFrame("u"), textFrame("b")],
      end: "done",
    });
  }),
  test("CoalescedChunksStream emits a call when its response comes", async () => {
    const response = chunk({ type: "tool_response", id: "x", isError: false });
    equal(await whole([callFrame("x", "f", "[1"), callFrame("y", "g"), callFrame("x", "f", "]"), response]), {
      values: [
        chunk({ ...call, id: "x", name: "f", arguments: "[1]", input: [1] }),
        response,
        chunk({ ...call, id: "y", name: "g" }),
      ],
      end: "done",
    });
  }),
  test("CoalescedChunksStream emits what it held before the error frame", async () => {
    const frame = { type: "error", error: null };
    equal(await whole([textFrame("a"), textFrame("b"), frame]), { values: [textFrame("ab"), frame], end: "done" });
  }),
  test("CoalescedChunksStream emits what it held before a break, to a slow reader too", async () => {
    const frames = [textFrame("Hel"), callFrame("x", "f", "{"), textFrame("lo")];
    equal(await whole(frames, { throws: "broken" }), {
      values: [textFrame("Hel"), chunk({ ...call, id: "x", name: "f", arguments: "{" }), textFrame("lo")],
      end: { rejected: "broken" },
    });
  }),
  test("CoalescedChunksStream holds no more than maxHeld", async () => {
    const stage = new CoalescedChunksStream({ maxHeld: 3 });
    const { values } = await readAll(pullSource(["ab", "cd", "e"].map(textFrame)).stream.pipeThrough(stage));
    equal(values, [textFrame("abcd"), textFrame("e")]);
  }),
  test("CoalescedChunksStream behind a guarded decoder tells usage and ending", async () => {
    const decoder = new RunLoopGuardedDecoderStream();
    const stage = new CoalescedChunksStream();
    const messages = [T("a"), T("b"), item(usage(1, 2, 3)), item(usage(1, 1, 1)), error("overloaded")];
    const { values } = await readAll(pullSource(messages).stream.pipeThrough(decoder).pipeThrough(stage));
    equal(values.length, 4);
    equal(stage.usage, { completion_tokens: 2, prompt_tokens: 3, total_tokens: 4 });
    equal(await decoder.ending, { kind: "failed", frames: 4, error: "overloaded" });
    ok(values[0] !== undefined, "No text");
  }),
];
