import type { AssistantToolCall, CoalescedChunk } from "../lib/mod.ts";

/** Fragments of tool calls that run side by side, one of each in turn. Each holds one element of the arguments. */
export function callFragments(count: number, calls: number): readonly AssistantToolCall[] {
  return Array.from({ length: count }, (_, at) => {
    const before = at < calls ? "[" : ",";
    const after = at >= count - calls ? "]" : "";
    return {
      type: "assistant_tool_call",
      id: `call_${at % calls}`,
      name: "write_file",
      arguments: `${before}"part ${at}"${after}`,
    };
  });
}

/** How many fragments are in what was made of them, if that is so many whole calls. */
export function fragmentsIn(chunks: readonly CoalescedChunk[], calls: number): number {
  if (chunks.length !== calls) throw new Error(`${chunks.length} of ${calls} calls came out`);
  return chunks.reduce((sum, chunk) => {
    const input = chunk.type === "assistant_tool_call" ? chunk.input : undefined;
    return sum + (Array.isArray(input) ? input.length : 0);
  }, 0);
}
