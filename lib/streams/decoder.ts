import { toBytes } from "../frame/bytes.ts";
import { decodeBytes, type MessageSource, toFamily } from "../frame/decode_frame.ts";
import { FrameError } from "../frame/frame_error.ts";
import type { AnyFrame, FrameFamily, FrameOf } from "../frame/frame_family.ts";
import type { IntegerMode } from "../frame/json_value.ts";
import { type FrameOptions, type Limits, toLimits } from "../frame/limits.ts";

/** Options of everything that decodes a stream of messages. */
export interface DecoderOptions<M extends IntegerMode = IntegerMode> extends FrameOptions<M> {
  /**
   * What becomes of a message that cannot be decoded. (A chunk that is no message at all, neither bytes nor text, is a
   * mistake in the pipeline and errors the stream in any case.) `"error"` errors the stream with the `FrameError`, once the reader
   * has every frame before it. `"skip"` leaves the message out. A function is told, and what it throws errors the
   * stream; otherwise the message is left out.
   * @default "error"
   */
  readonly onMalformed?: "error" | "skip" | ((error: FrameError, message: Uint8Array) => void) | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** What a decoder takes: a message as any view or `ArrayBuffer`; a string is a text message, which is ignored. */
export type DecoderInput = MessageSource | string;

/** Decodes the messages of one stream, counting them and applying `onMalformed`. */
export class Decoder<F extends AnyFrame, W extends AnyFrame, M extends IntegerMode> {
  readonly #family: FrameFamily<F, W>;
  readonly #limits: Limits;
  readonly #onMalformed: NonNullable<DecoderOptions["onMalformed"]>;
  #index = 0;

  /** @throws {TypeError} for a family that is none, or an option that has no sense. */
  constructor(family: FrameFamily<F, W>, options: DecoderOptions<M> = {}) {
    const { onMalformed = "error" } = options;
    if (onMalformed !== "error" && onMalformed !== "skip" && typeof onMalformed !== "function") {
      throw new TypeError('The option onMalformed must be "error", "skip" or a function');
    }
    this.#family = toFamily(family);
    this.#limits = toLimits(options);
    this.#onMalformed = onMalformed;
  }

  /** Whether messages have come, decoded or not. */
  get served(): boolean {
    return this.#index > 0;
  }

  /**
   * @returns `undefined` for what is left out: a text message, or one that cannot be decoded
   * @throws {FrameError} or what `onMalformed` throws
   */
  decode(chunk: DecoderInput): FrameOf<F, W, M> | undefined {
    if (typeof chunk === "string") return undefined;
    try {
      return decodeBytes<F, W, M>(this.#family, chunk, this.#limits, this.#index++);
    } catch (error) {
      const message = toBytes(chunk);
      if (this.#onMalformed === "error" || message === undefined || !(error instanceof FrameError)) throw error;
      if (this.#onMalformed !== "skip") this.#onMalformed(error, message);
      return undefined;
    }
  }
}
