import type { JsonValue } from "../frame/json_value.ts";
import type { AgenticLoopChunk, AssistantToolCall, WholeToolCall } from "./agentic_loop_chunk.ts";

/** A tool call, its fragments put together. */
export type CoalescedToolCall<N = number> = (AssistantToolCall<N> | WholeToolCall<N>) & {
  /**
   * The arguments parsed; absent while they are not whole, or are no JSON. This member is ours: peers that read the
   * chunk do not look at it.
   */
  readonly input?: JsonValue<N>;
};

/** A chunk whose fragments have been put together. Narrows by `type`. */
export type CoalescedChunk<N = number> =
  | Exclude<AgenticLoopChunk<N>, { readonly type: "assistant_tool_call" }>
  | CoalescedToolCall<N>;

/** The sum of the usage chunks. */
export interface UsageTotal<N = number> {
  readonly completion_tokens: N;
  readonly prompt_tokens: N;
  readonly total_tokens: N;
}
