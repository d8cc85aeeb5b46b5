import {
  type AgenticLoopChunk,
  CoalescedChunksStream,
  coalesce,
  type RunLoopFrame,
  readFrames,
  runLoopFrames,
} from "channel-frames";
import { expect } from "vitest";
import { chunkFrame, textFrame } from "../frames.ts";
import { E2, item, T, TC, usage } from "../messages.ts";
import { pullSource, type SourceEnd } from "../pull_source.ts";
import { type Reading, readAll } from "../read_all.ts";
import { ways } from "../ways.ts";
import type { Checks } from "./check.ts";

const X = new Error("X");

function chunksOf(frames: readonly RunLoopFrame[]): AgenticLoopChunk[] {
  return frames.flatMap((frame) => (frame.type === "chunk" ? [frame.chunk] : []));
}

/** Reads a run loop, its fragments put together: all at once, and as they stream in. */
async function coalesced(messages: readonly Uint8Array[], end: SourceEnd = "close") {
  const { values } = await readAll(readFrames(pullSource(messages, end).stream, runLoopFrames));
  const stage = new CoalescedChunksStream();
  const streamed = await readAll(readFrames(pullSource(messages, end).stream, runLoopFrames).pipeThrough(stage));
  return { whole: coalesce(chunksOf(values)), streamed, usage: stage.usage };
}

/** Reads a run loop in every way; they have to agree. */
async function check(
  messages: readonly Uint8Array[],
  end: SourceEnd,
  expected: { readonly reading: Reading<unknown>; readonly ending: unknown },
): Promise<void> {
  for (const { open } of ways) {
    const { frames, ending } = open(pullSource(messages, end).stream, runLoopFrames);
    expect(await readAll(frames)).toStrictEqual(expected.reading);
    expect(await ending).toStrictEqual(expected.ending);
  }
}

const fatal = { type: "notification", is_fatal: true, message: "x" } as const;

/** The least of three times, in milliseconds: what other processes add is no part of it. */
function timeOf(action: () => void): number {
  const times = [0, 1, 2].map(() => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return Math.min(...times);
}

export const runLoopChecks: Checks = {
  async "rl-01"() {
    await check(
      [T("Hel"), T("lo")],
      { throws: X },
      {
        reading: { values: [textFrame("Hel"), textFrame("lo")], end: { rejected: X } },
        ending: { kind: "cut", frames: 2, reason: X },
      },
    );
    const { whole, streamed } = await coalesced([T("Hel"), T("lo")], { throws: X });
    expect(whole.chunks).toStrictEqual([{ type: "assistant_text_content", text: "Hello" }]);
    expect(streamed).toStrictEqual({ values: [textFrame("Hello")], end: { rejected: X } });
  },

  async "rl-02"() {
    const call = { type: "assistant_tool_call", id: "x", name: "f", arguments: "{}" } as const;
    const used = { type: "usage", completion_tokens: 5, prompt_tokens: 10, total_tokens: 15 } as const;
    for (const [message, chunk] of [
      [T("a"), textFrame("a")],
      [usage(5, 10, 15), chunkFrame(used)],
      [TC("x", "f", "{}"), chunkFrame(call)],
    ] as const) {
      await check([message], "close", {
        reading: { values: [chunk], end: "done" },
        ending: { kind: "finished", frames: 1 },
      });
    }
  },

  async "rl-03"() {
    const error = { message: "overloaded" };
    await check([T("a"), T("b"), E2(error)], "close", {
      reading: { values: [textFrame("a"), textFrame("b"), { type: "error", error }], end: "done" },
      ending: { kind: "failed", frames: 2, error },
    });
  },

  async "rl-04"() {
    for (const error of [null, false, 0, ""]) {
      await check([T("a"), E2(error)], "close", {
        reading: { values: [textFrame("a"), { type: "error", error }], end: "done" },
        ending: { kind: "failed", frames: 1, error },
      });
    }
  },

  async "rl-06"() {
    const { whole, streamed } = await coalesced([
      TC("x", "f", '{"a"'),
      TC("y", "g", '{"b"'),
      TC("x", "f", ":1}"),
      TC("y", "g", ":2}"),
    ]);
    const calls = [
      { type: "assistant_tool_call", id: "x", name: "f", arguments: '{"a":1}', input: { a: 1 } },
      { type: "assistant_tool_call", id: "y", name: "g", arguments: '{"b":2}', input: { b: 2 } },
    ];
    expect(whole.chunks).toStrictEqual(calls);
    expect(streamed).toStrictEqual({ values: calls.map((chunk) => ({ type: "chunk", chunk })), end: "done" });
  },

  async "rl-08"() {
    const { whole } = await coalesced([T("a"), TC("x", "f", "{}"), T("b"), T("c")]);
    expect(whole.chunks).toStrictEqual([
      { type: "assistant_text_content", text: "a" },
      { type: "assistant_tool_call", id: "x", name: "f", arguments: "{}", input: {} },
      { type: "assistant_text_content", text: "bc" },
    ]);
  },

  async "rl-10"() {
    const messages = [usage(5, 10, 15), T("a"), usage(2, 0, 2)];
    const first = { type: "usage", completion_tokens: 5, prompt_tokens: 10, total_tokens: 15 } as const;
    const second = { type: "usage", completion_tokens: 2, prompt_tokens: 0, total_tokens: 2 } as const;
    const frames = [chunkFrame(first), textFrame("a"), chunkFrame(second)];
    await check(messages, "close", {
      reading: { values: frames, end: "done" },
      ending: { kind: "finished", frames: 3 },
    });
    const sum = { completion_tokens: 7, prompt_tokens: 10, total_tokens: 17 };
    const { whole, streamed, usage: total } = await coalesced(messages);
    expect(whole).toStrictEqual({ chunks: chunksOf(frames), usage: sum });
    expect(streamed).toStrictEqual({ values: frames, end: "done" });
    expect(total).toStrictEqual(sum);
  },

  async "rl-12"() {
    await check([T("a"), item(fatal)], "close", {
      reading: { values: [textFrame("a"), chunkFrame(fatal)], end: "done" },
      ending: { kind: "finished", frames: 2 },
    });
  },

  async "rl-13"() {
    await check([item(fatal), T("b")], "close", {
      reading: { values: [chunkFrame(fatal), textFrame("b")], end: "done" },
      ending: { kind: "finished", frames: 2 },
    });
  },

  async "rl-14"() {
    const { whole, streamed } = await coalesced([
      TC("x", "f", "{"),
      TC("x", "other", "}"),
      TC("x", "f", ""),
      TC("x", "f"),
    ]);
    const call = { type: "assistant_tool_call", id: "x", name: "f", arguments: "{}", input: {} };
    expect(whole.chunks).toStrictEqual([call]);
    expect(streamed).toStrictEqual({ values: [{ type: "chunk", chunk: call }], end: "done" });
  },

  async "rl-16"() {
    const messages = [T("a"), item({ type: "error", message: "x" }), T("b")];
    for (const { open } of ways) {
      const strict = open(pullSource(messages).stream, runLoopFrames);
      const { values, end } = await readAll(strict.frames);
      expect(values).toStrictEqual([textFrame("a")]);
      expect(end).toHaveProperty("rejected.code", "chunk");
      expect(await strict.ending).toMatchObject({ kind: "cut", frames: 1 });
      const lenient = open(pullSource(messages).stream, runLoopFrames, { onMalformed: "skip" });
      expect(await readAll(lenient.frames)).toStrictEqual({ values: [textFrame("a"), textFrame("b")], end: "done" });
      expect(await lenient.ending).toStrictEqual({ kind: "finished", frames: 2 });
    }
  },

  async "rl-18"() {
    const call = chunkFrame({ type: "assistant_tool_call", id: "x", name: "f", arguments: "{}" });
    await check([T("a"), T("a"), TC("x", "f", "{}"), TC("x", "f", "{}")], "close", {
      reading: { values: [textFrame("a"), textFrame("a"), call, call], end: "done" },
      ending: { kind: "finished", frames: 4 },
    });
  },

  "rl-19"() {
    const texts = (count: number): AgenticLoopChunk[] =>
      Array.from({ length: count }, () => ({ type: "assistant_text_content", text: "a" }));
    const calls = (count: number): AgenticLoopChunk[] =>
      Array.from({ length: count }, (_, n) => ({
        type: "assistant_tool_call",
        id: `call-${n % 100}`,
        name: "f",
        arguments: "1",
      }));
    for (const [make, length] of [
      [texts, 1],
      [calls, 100],
    ] as const) {
      expect(coalesce(make(100_000)).chunks).toHaveLength(length);
      // Milliseconds where the time is linear. Where it is quadratic, the copying alone takes longer than this.
      const many = make(400_000);
      expect(timeOf(() => coalesce(many))).toBeLessThan(4000);
    }
  },
};
