import type { AnyFrame, FrameFamily, FrameOf } from "../frame/frame_family.ts";
import type { IntegerMode } from "../frame/json_value.ts";
import { Decoder, type DecoderInput, type DecoderOptions } from "./decoder.ts";
import { type GuardOptions, Sequence } from "./sequence.ts";

/** Options of what decodes and guards in one. */
export interface GuardedDecoderOptions<M extends IntegerMode = IntegerMode> extends DecoderOptions<M>, GuardOptions {}

/** Decoder and guard in one step, shared by the stage and by `readFrames`. */
export class GuardedDecoder<F extends AnyFrame, W extends AnyFrame, M extends IntegerMode> {
  readonly sequence: Sequence<FrameOf<F, W, M>>;
  readonly #decoder: Decoder<F, W, M>;

  constructor(family: FrameFamily<F, W>, options?: GuardedDecoderOptions<M>) {
    this.#decoder = new Decoder(family, options);
    this.sequence = new Sequence(options);
  }

  /** @returns `undefined` for what is left out */
  take(chunk: DecoderInput): FrameOf<F, W, M> | undefined {
    let frame: FrameOf<F, W, M> | undefined;
    try {
      frame = this.#decoder.decode(chunk);
    } catch (error) {
      throw this.sequence.reject(error);
    }
    if (frame !== undefined) this.sequence.pass(frame);
    return frame;
  }

  /** @throws {UnservedError} */
  finish(): void {
    this.sequence.finish(this.#decoder.served);
  }
}
