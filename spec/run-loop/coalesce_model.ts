import type { AgenticLoopChunk, AssistantToolCall, CoalescedChunk, Fragment, WholeToolCall } from "channel-frames";

// Protocol facts, section 3, step by step on a list of chunks: what the library does with less work.

type Call = AssistantToolCall | WholeToolCall;
type Text = Extract<AgenticLoopChunk, { readonly text: string }>;

export function isText(chunk: Fragment<number>): chunk is Text {
  return ["assistant_reasoning", "assistant_text_content", "assistant_refusal"].includes(chunk.type);
}

function isCall(chunk: Fragment<number>): chunk is Call {
  return chunk.type === "assistant_tool_call";
}

export function thread(chunk: Fragment<number>): string | null {
  return ("parent_tool_call_id" in chunk ? chunk.parent_tool_call_id : null) ?? null;
}

export function coalesceNaively(chunks: readonly Fragment<number>[]): readonly CoalescedChunk[] {
  const list: Fragment<number>[] = [];
  for (const chunk of chunks) {
    const last = list.at(-1);
    if (
      isText(chunk) &&
      last !== undefined &&
      isText(last) &&
      last.type === chunk.type &&
      thread(last) === thread(chunk)
    ) {
      list[list.length - 1] = joined(last, chunk);
      continue;
    }
    const same = (one: Fragment<number>): boolean =>
      isCall(one) && isCall(chunk) && one.id === chunk.id && thread(one) === thread(chunk);
    const at = list.length - 1 - [...list].reverse().findIndex(same);
    const call = list[at];
    if (isCall(chunk) && call !== undefined && isCall(call)) list[at] = continued(call, chunk);
    else list.push(chunk);
  }
  return list.map((chunk) => (isCall(chunk) ? parsed(chunk) : chunk));
}

function joined(first: Text, more: Text): Text {
  const text = first.text + more.text;
  const logprobs = [...(first.logprobs ?? []), ...(more.logprobs ?? [])];
  return logprobs.length > 0 ? { ...first, text, logprobs } : { ...first, text };
}

function continued(first: Call, more: Call): Call {
  const before = first.arguments ?? "";
  const after = more.arguments ?? "";
  if (typeof before !== "string" || typeof after !== "string" || after === "") return first;
  return { ...first, arguments: before + after };
}

function parsed(call: Call): CoalescedChunk {
  const { input: _, ...rest }: Call & { readonly input?: unknown } = call;
  if (typeof rest.arguments === "object" && rest.arguments !== null) return { ...rest, input: rest.arguments };
  try {
    return { ...rest, input: JSON.parse(rest.arguments ?? "") };
  } catch {
    return rest;
  }
}
