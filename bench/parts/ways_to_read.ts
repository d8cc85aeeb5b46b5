import {
  type AnyFrame,
  FrameDecoderStream,
  type FrameFamily,
  GuardedDecoderStream,
  readFrames,
  TerminalGuard,
} from "../../lib/mod.ts";
import { drain, iterate } from "../hand/drain.ts";
import type { Case } from "../measure.ts";
import { source } from "../workloads.ts";

/** Our ways to read a channel. */
export type WayToRead = "readFrames" | "one stage" | "two stages";

/** Each of them for these messages: iterated, as `GuardedDecoderStream`, as `FrameDecoderStream` and `TerminalGuard`. */
export function waysToRead<F extends AnyFrame>(
  messages: readonly Uint8Array[],
  family: FrameFamily<F>,
): Readonly<Record<WayToRead, Case>> {
  const open = (count: number): ReadableStream<Uint8Array> => source(messages, count);
  return {
    readFrames: (count) => iterate(readFrames(open(count), family)),
    "one stage": (count) => drain(open(count).pipeThrough(new GuardedDecoderStream(family))),
    "two stages": (count) =>
      drain(open(count).pipeThrough(new FrameDecoderStream(family)).pipeThrough(new TerminalGuard<F>())),
  };
}
