import { ChannelError } from "../frame/channel_error.ts";

/**
 * Why a message is no ask. `"short"`: under five bytes. `"unknown-kind"`: a kind that this revision of the protocol does
 * not define. `"not-a-message"`: no bytes at all. `"duplicate"`: its channel is that of an ask which was not answered
 * yet. `"shape"`: an ask, on its way out, that cannot be written.
 */
export type AskErrorCode = "short" | "unknown-kind" | "not-a-message" | "duplicate" | "shape";

/** A message on `/requests` that is no ask, or an ask that cannot be written. The connection goes on after the former. */
export class AskError extends ChannelError {
  static override readonly "~channel-frames": string = "AskError";

  readonly code: AskErrorCode;

  constructor(code: AskErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
