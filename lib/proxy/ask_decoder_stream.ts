import { checkOption } from "../frame/check_option.ts";
import type { DecoderInput } from "../streams/decoder.ts";
import { indifferent } from "../streams/pair.ts";
import { Stage } from "../streams/stage.ts";
import type { Ask } from "./ask.ts";
import { AskError } from "./ask_error.ts";
import { decodeAsk } from "./decode_ask.ts";

/** Options of an {@link AskDecoderStream}. */
export interface AskDecoderOptions {
  /**
   * What becomes of a message that is no ask, or one of a kind that a newer proxy may have. `"skip"` leaves it out, as
   * the connection goes on. `"error"` errors the stream. A function is told, and what it throws errors the stream;
   * otherwise the message is left out.
   * @default "skip"
   */
  readonly onMalformed?: "error" | "skip" | ((error: AskError, message: DecoderInput) => void) | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Messages of `/requests` in, asks out. A string is a text message, which is ignored.
 *
 * @example
 * ```ts
 * import { AskDecoderStream } from "channel-frames/proxy";
 *
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(Uint8Array.of(0, 0, 0, 1, 200)); // of a kind yet to come
 *     controller.enqueue(Uint8Array.of(0, 0, 0, 2, 4));
 *     controller.close();
 *   },
 * });
 * const decoder = new AskDecoderStream({ onMalformed: (error) => console.warn(error.message) });
 * const reader = messages.pipeThrough(decoder).getReader();
 * console.assert((await reader.read()).value?.channel === 2);
 * ```
 */
export class AskDecoderStream extends Stage<DecoderInput, Ask> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor({ onMalformed = "skip", signal }: AskDecoderOptions = {}) {
    checkOption("onMalformed", onMalformed === "error" || onMalformed === "skip" || typeof onMalformed === "function");
    super(
      {
        ...indifferent,
        take(message, emit) {
          if (typeof message === "string") return;
          let ask: Ask;
          try {
            ask = decodeAsk(message);
          } catch (error) {
            if (onMalformed === "error" || !(error instanceof AskError)) throw error;
            if (onMalformed !== "skip") onMalformed(error, message);
            return;
          }
          emit(ask);
        },
      },
      signal,
    );
  }
}
