import { CoalescedChunksStream, type RunLoopFrame, RunLoopGuardedDecoderStream } from "../mod.ts";
import type { ReadOptions } from "./read_notifications.ts";

/** Reads a run loop to its end: each frame as it passes, each chunk once it is whole, the usage, and the ending. */
export async function readRunLoop(messages: ReadableStream<Uint8Array>, { emit, signal }: ReadOptions): Promise<void> {
  const decoder = new RunLoopGuardedDecoderStream({ signal });
  const coalesced = new CoalescedChunksStream();
  const frames = messages
    .pipeThrough(decoder)
    .pipeThrough(passing<RunLoopFrame>((frame) => emit({ kind: "frame", frame })))
    .pipeThrough(coalesced);
  try {
    for await (const frame of frames) {
      if (frame.type === "chunk") emit({ kind: "chunk", chunk: frame.chunk });
    }
  } catch (error) {
    emit({ kind: "thrown", error });
  }
  if (coalesced.usage !== undefined) emit({ kind: "usage", usage: coalesced.usage });
  emit({ kind: "ending", ending: await decoder.ending });
}

/** Shows what goes by. */
function passing<T>(show: (value: T) => void): TransformStream<T, T> {
  return new TransformStream({
    transform(value, controller) {
      show(value);
      controller.enqueue(value);
    },
  });
}
