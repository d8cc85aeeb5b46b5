import {
  type CoalescedChunk,
  CoalescedChunksStream,
  type Ending,
  type JsonValue,
  type RunLoopFrame,
  RunLoopGuardedDecoderStream,
  type UnknownChunk,
} from "channel-frames";
import { type Equal, is } from "./equal.ts";

/** Decoder and coalescing: each frame is known at every place of the chain. */
export function coalesced(bytes: ReadableStream<Uint8Array>): void {
  const decoder = new RunLoopGuardedDecoderStream();
  const frames = bytes.pipeThrough(decoder);
  is<Equal<typeof frames, ReadableStream<RunLoopFrame>>>();
  const whole = frames.pipeThrough(new CoalescedChunksStream());
  is<Equal<typeof whole, ReadableStream<RunLoopFrame<number, CoalescedChunk>>>>();
  is<Equal<typeof decoder.ending, Promise<Ending<RunLoopFrame>>>>();
}

/** Options change the frames. */
export async function options(bytes: ReadableStream<Uint8Array>): Promise<void> {
  const reader = bytes.pipeThrough(new RunLoopGuardedDecoderStream({ unknownChunks: "pass" })).getReader();
  const { value } = await reader.read();
  if (value?.type === "error") is<Equal<typeof value.error, JsonValue>>();
  if (value?.type === "chunk") is<Equal<Extract<typeof value.chunk, UnknownChunk>, UnknownChunk>>();
}
