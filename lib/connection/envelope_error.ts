import { ChannelError } from "../frame/channel_error.ts";

/**
 * Why a message is no envelope. `"short"`: under nine bytes. `"unknown-type"`: a type that the protocol does not define
 * for its sender. `"not-a-message"`: no bytes at all. `"shape"`: an envelope, on its way out, that cannot be written.
 */
export type EnvelopeErrorCode = "short" | "unknown-type" | "not-a-message" | "shape";

/** A message that is no envelope, or an envelope that cannot be written. A connection disregards the former. */
export class EnvelopeError extends ChannelError {
  static override readonly "~channel-frames": string = "EnvelopeError";

  readonly code: EnvelopeErrorCode;

  constructor(code: EnvelopeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
