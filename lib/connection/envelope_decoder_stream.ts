import { checkOption } from "../frame/check_option.ts";
import type { DecoderInput } from "../streams/decoder.ts";
import { indifferent } from "../streams/pair.ts";
import { Stage } from "../streams/stage.ts";
import { decodeEnvelope } from "./decode_envelope.ts";
import type { EnvelopeFrom, Role } from "./envelope.ts";
import { EnvelopeError } from "./envelope_error.ts";

/** Options of an {@link EnvelopeDecoderStream}. */
export interface EnvelopeDecoderOptions {
  /**
   * What becomes of a message that is no envelope. `"skip"`, as the protocol disregards it. `"error"` errors the stream.
   * A function is told, and what it throws errors the stream; otherwise the message is left out.
   * @default "skip"
   */
  readonly onMalformed?: "error" | "skip" | ((error: EnvelopeError, message: DecoderInput) => void) | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Messages of a connection in, envelopes out. A string is a text message, which is ignored.
 *
 * @example
 * ```ts
 * import { EnvelopeDecoderStream } from "channel-frames/connection";
 *
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(Uint8Array.of(200)); // disregarded
 *     controller.enqueue(Uint8Array.of(3, 0, 0, 0, 7, 0, 0, 0, 0));
 *     controller.close();
 *   },
 * });
 * const reader = messages.pipeThrough(new EnvelopeDecoderStream("server")).getReader();
 * console.assert((await reader.read()).value?.type === "response-finish");
 * ```
 */
export class EnvelopeDecoderStream<R extends Role> extends Stage<DecoderInput, EnvelopeFrom<R>> {
  /**
   * @param from the side that sent the messages
   * @throws {TypeError} for a side that is none, or an option that has no sense
   */
  constructor(from: R, { onMalformed = "skip", signal }: EnvelopeDecoderOptions = {}) {
    checkOption("from", from === "client" || from === "server");
    checkOption("onMalformed", onMalformed === "error" || onMalformed === "skip" || typeof onMalformed === "function");
    super(
      {
        ...indifferent,
        take(message, emit) {
          if (typeof message === "string") return;
          let envelope: EnvelopeFrom<R>;
          try {
            envelope = decodeEnvelope(message, from);
          } catch (error) {
            if (onMalformed === "error" || !(error instanceof EnvelopeError)) throw error;
            if (onMalformed !== "skip") onMalformed(error, message);
            return;
          }
          emit(envelope);
        },
      },
      signal,
    );
  }
}
