import type { JsonObject, JsonValue } from "../frame/json_value.ts";
import type { Meta } from "../notifications/server_notification.ts";
import type { Annotations, ContentBlock } from "./content_block.ts";

/** What every chunk may carry. */
export interface ChunkBase<N = number> {
  readonly _meta?: Meta<N> | undefined;
}

/** What the chunks of a thread may carry. */
export interface ThreadChunk<N = number> extends ChunkBase<N> {
  /** The tool call that runs the thread; absent (or null) on the main thread. */
  readonly parent_tool_call_id?: string | null | undefined;
}

/** How likely a token was, beside others. */
export interface TopLogprob<N = number> {
  readonly token: string;
  readonly bytes?: readonly number[] | null | undefined;
  /** A number, or the same as text: decimals of up to 28 digits. */
  readonly logprob?: N | string | null | undefined;
}

/** How likely a token was. */
export interface Logprob<N = number> {
  readonly token: string;
  readonly bytes?: readonly number[] | null | undefined;
  /** A number, or the same as text: decimals of up to 28 digits. */
  readonly logprob: N | string;
  readonly top_logprobs: readonly TopLogprob<N>[];
}

/** A fragment of text. Fragments concatenate. */
export interface TextChunk<N = number> extends ThreadChunk<N> {
  readonly text: string;
  readonly annotations?: Annotations<N> | null | undefined;
  readonly logprobs?: readonly Logprob<N>[] | null | undefined;
}

/** A fragment of the assistant's reasoning. */
export interface AssistantReasoning<N = number> extends TextChunk<N> {
  readonly type: "assistant_reasoning";
}

/** A fragment of the assistant's answer. */
export interface AssistantTextContent<N = number> extends TextChunk<N> {
  readonly type: "assistant_text_content";
}

/** A fragment of the assistant's refusal. */
export interface AssistantRefusal<N = number> extends TextChunk<N> {
  readonly type: "assistant_refusal";
}

/** An image or sound of the assistant's, whole, in base64 (which is not checked). */
export interface AssistantMedia<N = number> extends ThreadChunk<N> {
  readonly type: "assistant_image_content" | "assistant_audio_content";
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations<N> | null | undefined;
}

/** A fragment of a tool call. Fragments with one `id` belong together, and their arguments concatenate. */
export interface AssistantToolCall<N = number> extends ThreadChunk<N> {
  readonly type: "assistant_tool_call";
  readonly id: string;
  readonly name: string;
  /** A fragment of JSON text. */
  readonly arguments?: string | null | undefined;
}

/** A tool call of the revision's earlier draft: whole, its arguments an object. */
export interface WholeToolCall<N = number> extends ThreadChunk<N> {
  readonly type: "assistant_tool_call";
  readonly id: string;
  readonly name: string;
  readonly arguments?: JsonObject<N> | null | undefined;
  readonly inputResponses?: JsonObject<N> | null | undefined;
  readonly requestState?: string | null | undefined;
}

/** The result of a tool call, as MCP defines it. At least one of its optional members is there. */
export interface ToolResponse<N = number> extends ThreadChunk<N> {
  readonly type: "tool_response";
  /** The `id` of the call. */
  readonly id: string;
  readonly content?: readonly ContentBlock<N>[] | null | undefined;
  readonly structuredContent?: JsonValue<N> | undefined;
  readonly isError?: boolean | null | undefined;
  readonly resultType?: "complete" | null | undefined;
}

/** What the user said. */
export interface UserChunk<N = number> extends ChunkBase<N> {
  readonly type: "user";
  readonly prompt: string;
}

/** Tokens used since the last usage chunk; unsigned integers of 64 bits. Usage adds up. */
export interface Usage<N = number> extends ChunkBase<N> {
  readonly type: "usage";
  readonly completion_tokens: N;
  readonly prompt_tokens: N;
  readonly total_tokens: N;
}

/** News of the loop itself. With `is_fatal` it is the loop's last word, and yet no error frame: the finish follows. */
export interface LoopNotification<N = number> extends ChunkBase<N> {
  readonly type: "notification";
  readonly is_fatal: boolean;
  readonly message: JsonValue<N>;
}

/** A chunk of an agentic run loop; narrows by `type`. */
export type AgenticLoopChunk<N = number> =
  | AssistantReasoning<N>
  | AssistantTextContent<N>
  | AssistantRefusal<N>
  | AssistantMedia<N>
  | AssistantToolCall<N>
  | ToolResponse<N>
  | UserChunk<N>
  | Usage<N>
  | LoopNotification<N>;

/** A chunk of a type that the protocol does not define, let through by `unknownChunks: "pass"`. */
export interface UnknownChunk<N = number> {
  readonly type: string;
  readonly [member: string]: JsonValue<N> | undefined;
}
