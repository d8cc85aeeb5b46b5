import { indifferent } from "../streams/pair.ts";
import { Stage } from "../streams/stage.ts";
import { encodeEnvelope } from "./encode_envelope.ts";
import type { EnvelopeFrom, Role } from "./envelope.ts";

/** Options of an {@link EnvelopeEncoderStream}. */
export interface EnvelopeEncoderOptions {
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Envelopes in, messages of a connection out. An envelope that cannot be written errors the stream.
 *
 * @typeParam R the side that sends them
 *
 * @example
 * ```ts
 * import { type ClientEnvelope, EnvelopeEncoderStream } from "channel-frames/connection";
 *
 * const envelopes = new ReadableStream<ClientEnvelope>({
 *   start(controller) {
 *     controller.enqueue({ type: "request", scope: 7, payload: Uint8Array.of(1) });
 *     controller.close();
 *   },
 * });
 * const reader = envelopes.pipeThrough(new EnvelopeEncoderStream<"client">()).getReader();
 * console.assert((await reader.read()).value?.join() === "1,0,0,0,7,0,0,0,0,1");
 * ```
 */
export class EnvelopeEncoderStream<R extends Role = Role> extends Stage<EnvelopeFrom<R>, Uint8Array<ArrayBuffer>> {
  constructor({ signal }: EnvelopeEncoderOptions = {}) {
    super(
      {
        ...indifferent,
        take: (envelope, emit) => emit(encodeEnvelope(envelope)),
      },
      signal,
    );
  }
}
