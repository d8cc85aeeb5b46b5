import { toBytes } from "../frame/bytes.ts";
import { checkOption } from "../frame/check_option.ts";
import { decodeBytes, type MessageSource } from "../frame/decode_frame.ts";
import { FrameError } from "../frame/frame_error.ts";
import type { AnyFrame, FrameFamily, FrameOf } from "../frame/frame_family.ts";
import type { IntegerMode } from "../frame/json_value.ts";
import { type FrameOptions, toLimits } from "../frame/limits.ts";

/** Options of everything that decodes a stream of messages. */
export interface DecoderOptions<M extends IntegerMode = IntegerMode> extends FrameOptions<M> {
  /**
   * What becomes of a message that cannot be decoded. `"error"` errors the stream with the `FrameError`, once the reader
   * has every frame before it. `"skip"` leaves the message out. A function is told, and what it throws errors the
   * stream; otherwise the message is left out. (A chunk that is no message at all, neither bytes nor text, is a mistake
   * in the pipeline and errors the stream in any case.)
   * @default "error"
   */
  readonly onMalformed?: "error" | "skip" | ((error: FrameError, message: Uint8Array) => void) | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** What a decoder takes: a message as any view or `ArrayBuffer`; a string is a text message, which is ignored. */
export type DecoderInput = MessageSource | string;

/** Decodes the messages of one stream, counting them and applying `onMalformed`. */
export interface Decoder<F extends AnyFrame> {
  /**
   * @returns `undefined` for what is left out: a text message, or one that cannot be decoded
   * @throws {FrameError} or what `onMalformed` throws
   */
  decode(chunk: DecoderInput): F | undefined;
  /** How many messages have come, decoded or not. */
  count(): number;
}

/** @throws {TypeError} for an option that has no sense. */
export function createDecoder<F extends AnyFrame, W extends AnyFrame, M extends IntegerMode>(
  family: Pick<FrameFamily<F, W>, "decode" | "wide">,
  options: DecoderOptions<M> = {},
): Decoder<FrameOf<F, W, M>> {
  const { onMalformed = "error" } = options;
  checkOption("onMalformed", onMalformed === "error" || onMalformed === "skip" || typeof onMalformed === "function");
  const limits = toLimits(options);
  let index = 0;
  return {
    decode(chunk) {
      if (typeof chunk === "string") return undefined;
      try {
        return decodeBytes<F, W, M>(family, chunk, limits, index++);
      } catch (error) {
        const message = toBytes(chunk);
        if (onMalformed === "error" || !message || !(error instanceof FrameError)) throw error;
        if (onMalformed !== "skip") onMalformed(error, message);
        return undefined;
      }
    },
    count: () => index,
  };
}
