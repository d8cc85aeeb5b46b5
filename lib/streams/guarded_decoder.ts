import { toFamily } from "../frame/decode_frame.ts";
import type { AnyFrame, FrameFamily, FrameOf } from "../frame/frame_family.ts";
import type { IntegerMode } from "../frame/json_value.ts";
import { createDecoder, type DecoderInput, type DecoderOptions } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import type { Operator } from "./pair.ts";
import { type GuardOptions, startSequence } from "./sequence.ts";

/** Options of what decodes and guards in one. */
export interface GuardedDecoderOptions<M extends IntegerMode = IntegerMode> extends DecoderOptions<M>, GuardOptions {}

/** Decoder and guard in one step, for the stage and for `readFrames`. */
export interface GuardedDecoder<F extends AnyFrame> extends Operator<DecoderInput, F> {
  readonly ending: Promise<Ending<F>>;
}

/** @throws {TypeError} for a family that is none, or an option that has no sense. */
export function createGuardedDecoder<F extends AnyFrame, W extends AnyFrame, M extends IntegerMode>(
  family: FrameFamily<F, W>,
  options?: GuardedDecoderOptions<M>,
): GuardedDecoder<FrameOf<F, W, M>> {
  const decoder = createDecoder(toFamily(family), options);
  const sequence = startSequence<FrameOf<F, W, M>>(options);
  return {
    ...sequence,
    take(chunk, emit) {
      const frame = decoder.decode(chunk);
      if (frame) sequence.take(frame, emit);
    },
    end: (broke, emit) => sequence.end(broke, emit, decoder.count()),
  };
}
