// Checked by tsc, and never executed: run loops, their options and what these do to the types.
import {
  type AgenticLoopChunk,
  type AssistantToolCall,
  type ChunkOf,
  type CoalescedChunk,
  CoalescedChunksStream,
  type ContentBlock,
  coalesce,
  decodeFrame,
  encodeFrame,
  type JsonObject,
  type JsonValue,
  RunLoopDecoderStream,
  RunLoopEncoderStream,
  type RunLoopFrame,
  RunLoopGuardedDecoderStream,
  readFrames,
  runLoopFamily,
  runLoopFrames,
  type ToolResponse,
  type UnknownChunk,
  type WholeToolCall,
} from "channel-frames";
import { expectTypeOf } from "vitest";

export function chunksNarrowByType(chunk: AgenticLoopChunk): string {
  switch (chunk.type) {
    case "assistant_text_content":
    case "assistant_reasoning":
    case "assistant_refusal":
      expectTypeOf(chunk.parent_tool_call_id).toEqualTypeOf<string | null | undefined>();
      return chunk.text;
    case "assistant_image_content":
    case "assistant_audio_content":
      return chunk.mimeType + chunk.data;
    case "assistant_tool_call":
      expectTypeOf(chunk).toEqualTypeOf<AssistantToolCall>();
      expectTypeOf(chunk.arguments).toEqualTypeOf<string | null | undefined>();
      return chunk.name;
    case "tool_response":
      expectTypeOf(chunk).toEqualTypeOf<ToolResponse>();
      return (chunk.content ?? []).map(blocksNarrowByType).join();
    case "user":
      return chunk.prompt;
    case "usage":
      expectTypeOf(chunk.total_tokens).toEqualTypeOf<number>();
      return chunk.total_tokens.toFixed();
    case "notification":
      expectTypeOf(chunk.message).toEqualTypeOf<JsonValue>();
      return String(chunk.is_fatal);
    default:
      return chunk satisfies never;
  }
}

function blocksNarrowByType(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return block.mimeType;
    case "resource_link":
      return block.uri;
    case "resource":
      return "blob" in block.resource ? block.resource.blob : block.resource.text;
    default:
      return block satisfies never;
  }
}

export function framesNarrowByType(frame: RunLoopFrame): JsonValue {
  if (frame.type === "error") {
    expectTypeOf(frame.error).toEqualTypeOf<JsonValue>();
    return frame.error;
  }
  expectTypeOf(frame.chunk).toEqualTypeOf<AgenticLoopChunk>();
  // @ts-expect-error a chunk frame has no error
  return frame.error;
}

type CallOf<C> = Extract<C, { readonly type: "assistant_tool_call" }>;

export async function optionsChangeTheChunks(messages: ReadableStream<Uint8Array>, message: Uint8Array): Promise<void> {
  expectTypeOf<CallOf<ChunkOf<{ readonly toolCallArguments: "text" }>>>().toEqualTypeOf<AssistantToolCall>();
  expectTypeOf<CallOf<ChunkOf<{ readonly toolCallArguments: "object" }>>>().toEqualTypeOf<WholeToolCall>();
  expectTypeOf<CallOf<ChunkOf<{ readonly toolCallArguments: "either" }>>>().toEqualTypeOf<
    AssistantToolCall | WholeToolCall
  >();
  expectTypeOf<UnknownChunk>().toExtend<ChunkOf<{ readonly unknownChunks: "pass" }>>();
  expectTypeOf<ChunkOf<{ readonly unknownChunks: "refuse" }>>().toEqualTypeOf<AgenticLoopChunk>();

  const whole = decodeFrame(runLoopFamily({ toolCallArguments: "object" }), message);
  if (whole.type === "chunk" && whole.chunk.type === "assistant_tool_call") {
    expectTypeOf(whole.chunk.arguments).toEqualTypeOf<JsonObject | null | undefined>();
  }
  const plain = decodeFrame(runLoopFrames, message);
  expectTypeOf(plain).toEqualTypeOf<RunLoopFrame>();

  const passing = new RunLoopDecoderStream({ unknownChunks: "pass", maxDepth: 10 });
  const reader = messages.pipeThrough(passing).getReader();
  const { value } = await reader.read();
  if (value?.type === "chunk") expectTypeOf(value.chunk.type).toEqualTypeOf<string>();

  const either = new RunLoopGuardedDecoderStream({ toolCallArguments: "either" });
  const ending = await either.ending;
  if (ending.kind === "failed") expectTypeOf(ending.error).toEqualTypeOf<JsonValue>();

  // @ts-expect-error no such value
  new RunLoopDecoderStream({ toolCallArguments: "json" });
  // @ts-expect-error no such option
  runLoopFamily({ unknownChunk: "pass" });
}

export function bigintWidensTheNumbers(messages: ReadableStream<Uint8Array>, message: Uint8Array): void {
  const options = { integers: "bigint" } as const;
  expectTypeOf(decodeFrame(runLoopFrames, message, options)).toEqualTypeOf<RunLoopFrame<number | bigint>>();
  expectTypeOf(decodeFrame(runLoopFrames, message, { integers: "bigint" })).toEqualTypeOf<
    RunLoopFrame<number | bigint>
  >();
  expectTypeOf(decodeFrame(runLoopFrames, message, { integers: "number" })).toEqualTypeOf<RunLoopFrame>();
  expectTypeOf(decodeFrame(runLoopFrames, message, { maxDepth: 3 })).toEqualTypeOf<RunLoopFrame>();

  const frames = messages.pipeThrough(new RunLoopDecoderStream({ integers: "bigint" }));
  expectTypeOf(frames).toEqualTypeOf<ReadableStream<RunLoopFrame<number | bigint>>>();
  expectTypeOf(readFrames(messages, runLoopFrames, options)).toExtend<ReadableStream<RunLoopFrame<number | bigint>>>();

  const stage = new CoalescedChunksStream<number | bigint>();
  expectTypeOf(frames.pipeThrough(stage)).toEqualTypeOf<
    ReadableStream<RunLoopFrame<number | bigint, CoalescedChunk<number | bigint>>>
  >();
  expectTypeOf(stage.usage?.total_tokens).toEqualTypeOf<number | bigint | undefined>();
  expectTypeOf(frames.pipeThrough(new CoalescedChunksStream())).toEqualTypeOf<
    ReadableStream<RunLoopFrame<number | bigint, CoalescedChunk<number | bigint>>>
  >();
  const narrow = new CoalescedChunksStream();
  // @ts-expect-error usage may be a bigint, which this one does not add up
  frames.pipeThrough(narrow);
}

export function coalescedCallsHaveInput(chunks: readonly AgenticLoopChunk[]): void {
  const { chunks: whole, usage } = coalesce(chunks);
  expectTypeOf(usage?.total_tokens).toEqualTypeOf<number | undefined>();
  for (const chunk of whole) {
    if (chunk.type === "assistant_tool_call") expectTypeOf(chunk.input).toEqualTypeOf<JsonValue | undefined>();
    // @ts-expect-error only calls have input
    else chunk.input;
  }
}

export async function encodersRefuseOtherFrames(): Promise<void> {
  const encoder = new RunLoopEncoderStream();
  const writer = encoder.writable.getWriter();
  expectTypeOf(encoder.readable).toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>>>();
  await writer.write({ type: "chunk", chunk: { type: "user", prompt: "p" } });
  await writer.write({ type: "error", error: null });
  // @ts-expect-error a notification is of another family
  await writer.write({ type: "notification", notification: { method: "x" } });
  // @ts-expect-error no such chunk
  await writer.write({ type: "chunk", chunk: { type: "assistant_video" } });
  // @ts-expect-error a user chunk has a prompt
  await writer.write({ type: "chunk", chunk: { type: "user" } });
  // @ts-expect-error arguments are text by default
  await writer.write({ type: "chunk", chunk: { type: "assistant_tool_call", id: "c", name: "n", arguments: {} } });
  // @ts-expect-error a function is no JSON
  encodeFrame(runLoopFrames, { type: "error", error: () => 1 });
  // @ts-expect-error a Date is none either
  encodeFrame(runLoopFrames, { type: "error", error: { at: new Date() } });
  encodeFrame(runLoopFrames, { type: "error", error: { left: undefined, out: [1, "a", null] } });
  encodeFrame(runLoopFrames, { type: "error", error: [1n] }, { integers: "bigint" });

  const whole = new RunLoopEncoderStream({ toolCallArguments: "object" }).writable.getWriter();
  await whole.write({ type: "chunk", chunk: { type: "assistant_tool_call", id: "c", name: "n", arguments: {} } });
  // @ts-expect-error arguments are an object here
  await whole.write({ type: "chunk", chunk: { type: "assistant_tool_call", id: "c", name: "n", arguments: "{}" } });
}
