import { toFamily } from "../frame/decode_frame.ts";
import type { AnyFrame, FrameFamily } from "../frame/frame_family.ts";
import { type FrameOptions, toLimits } from "../frame/limits.ts";
import { indifferent } from "./pair.ts";
import { Stage } from "./stage.ts";

/** Options of everything that encodes a stream of frames. */
export interface EncoderOptions extends FrameOptions {
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Frames in, messages out, each in a buffer of its own and of exactly its size. A frame that a peer would refuse errors
 * the stream with a `FrameEncodeError`, after every message before it was read.
 *
 * @typeParam F the frames of the family
 * @typeParam W the same under `integers: "bigint"`
 *
 * @example Start to read before you wait for a write
 * ```ts
 * import { FrameEncoderStream, runLoopFrames } from "channel-frames";
 *
 * const encoder = new FrameEncoderStream(runLoopFrames);
 * const read = encoder.readable.getReader().read();
 * await encoder.writable.getWriter().write({ type: "chunk", chunk: { type: "user", prompt: "Hello" } });
 * console.assert((await read).value?.[0] === 0);
 * ```
 */
export class FrameEncoderStream<F extends AnyFrame, W extends AnyFrame = F> extends Stage<
  F | W,
  Uint8Array<ArrayBuffer>
> {
  /** @throws {TypeError} for a family that is none, or an option that has no sense. */
  constructor(family: FrameFamily<F, W>, options?: EncoderOptions) {
    const { encode } = toFamily(family);
    const limits = toLimits(options);
    super({ ...indifferent, take: (frame, emit) => emit(encode(frame, limits)) }, options?.signal);
  }
}
