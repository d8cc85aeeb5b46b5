import {
  type AnyFrame,
  type DecoderInput,
  type DecoderOptions,
  FrameDecoderStream,
  type FrameFamily,
  GuardedDecoderStream,
  type GuardOptions,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import type { AnyEnding } from "./subjects.ts";

/** Frames, and how they ended. */
export interface Told {
  readonly frames: ReadableStream<AnyFrame>;
  readonly ending: Promise<AnyEnding>;
}

/** One of the ways to learn from messages what was said and how it ended. */
export interface Way {
  readonly name: string;
  /** Whether decoder and guard are two stages, so that the decoder breaks by itself and knows nothing of the sequence. */
  readonly apart: boolean;
  open(
    source: ReadableStream<DecoderInput>,
    family: FrameFamily<AnyFrame>,
    options?: DecoderOptions & GuardOptions,
  ): Told;
}

/** All of them. They have to agree. */
export const ways: readonly Way[] = [
  {
    name: "TerminalGuard behind a FrameDecoderStream",
    apart: true,
    open(source, family, options) {
      const guard = new TerminalGuard(options);
      return {
        frames: source.pipeThrough(new FrameDecoderStream(family, options)).pipeThrough(guard),
        ending: guard.ending,
      };
    },
  },
  {
    name: "GuardedDecoderStream",
    apart: false,
    open(source, family, options) {
      const decoder = new GuardedDecoderStream(family, options);
      return { frames: source.pipeThrough(decoder), ending: decoder.ending };
    },
  },
  {
    name: "readFrames",
    apart: false,
    open(source, family, options) {
      const frames = readFrames(source, family, options);
      return { frames, ending: frames.ending };
    },
  },
];
