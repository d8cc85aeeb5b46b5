import type { CoalescedChunk, UsageTotal } from "./coalesced_chunk.ts";
import { CallFragments, callKey, type Fragment, type Fragments, isText, TextFragments } from "./fragments.ts";
import { addUsage } from "./usage_total.ts";

/** What a run loop said, its fragments put together. */
export interface Coalesced<N = number> {
  readonly chunks: readonly CoalescedChunk<N>[];
  /** The sum of the usage chunks, which also stand among the chunks; absent when there were none. */
  readonly usage?: UsageTotal<N>;
}

/**
 * Puts the fragments of a run loop together, as the reference does: text merges with the chunk directly before it, if
 * that is of the same `type` and thread; a tool call merges by `id` and thread with the chunk of that call, wherever it
 * stands. `text`, `arguments` and `logprobs` add up, everything else of a later fragment is dropped, and every other
 * kind stands alone. Takes time linear in the fragments, and changes none of them.
 *
 * @param chunks in their order; those of a loop that was cut will do
 *
 * @example
 * ```ts
 * import { coalesce } from "channel-frames";
 *
 * const { chunks } = coalesce([
 *   { type: "assistant_text_content", text: "Let me " },
 *   { type: "assistant_text_content", text: "look." },
 *   { type: "assistant_tool_call", id: "c1", name: "search", arguments: '{"q":' },
 *   { type: "assistant_tool_call", id: "c1", name: "search", arguments: '"cats"}' },
 * ]);
 * console.assert(chunks[0]?.type === "assistant_text_content" && chunks[0].text === "Let me look.");
 * console.assert(chunks[1]?.type === "assistant_tool_call" && JSON.stringify(chunks[1].input) === '{"q":"cats"}');
 * ```
 */
export function coalesce<N = number>(chunks: Iterable<Fragment<N>>): Coalesced<N> {
  const list: Fragments<N>[] = [];
  const calls = new Map<string, Fragments<N>>();
  let usage: UsageTotal<N> | undefined;
  for (const chunk of chunks) {
    if (chunk.type === "usage") usage = addUsage(usage, chunk);
    if (chunk.type === "assistant_tool_call") {
      const key = callKey(chunk);
      if (calls.get(key)?.add(chunk)) continue;
      const call = new CallFragments(chunk);
      calls.set(key, call);
      list.push(call);
    } else if (!isText(chunk)) {
      list.push({ units: 0, add: () => false, build: () => chunk });
    } else if (!list.at(-1)?.add(chunk)) {
      list.push(new TextFragments(chunk));
    }
  }
  return { chunks: list.map((fragments) => fragments.build()), ...(usage && { usage }) };
}
