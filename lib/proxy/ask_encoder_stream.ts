import { indifferent } from "../streams/pair.ts";
import { Stage } from "../streams/stage.ts";
import type { Ask } from "./ask.ts";
import { encodeAsk } from "./encode_ask.ts";

/** Options of an {@link AskEncoderStream}. */
export interface AskEncoderOptions {
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks in, messages of `/requests` out. An ask that cannot be written errors the stream.
 *
 * @example
 * ```ts
 * import { type Ask, AskEncoderStream } from "channel-frames/proxy";
 *
 * const asks = new ReadableStream<Ask>({
 *   start(controller) {
 *     controller.enqueue({ channel: 7, kind: "vault/get", payload: Uint8Array.of(1) });
 *     controller.close();
 *   },
 * });
 * const reader = asks.pipeThrough(new AskEncoderStream()).getReader();
 * console.assert((await reader.read()).value?.join() === "0,0,0,7,5,1");
 * ```
 */
export class AskEncoderStream extends Stage<Ask, Uint8Array<ArrayBuffer>> {
  constructor({ signal }: AskEncoderOptions = {}) {
    super({ ...indifferent, take: (ask, emit) => emit(encodeAsk(ask)) }, signal);
  }
}
