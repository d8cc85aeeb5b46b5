import { ChannelError } from "./channel_error.ts";

/**
 * Something arrived after the error frame, which is by the protocol the last message of its channel: the sender broke
 * the protocol. Everything up to the error frame was delivered before this is thrown.
 */
export class FrameAfterErrorError extends ChannelError {
  static override readonly "~channel-frames": string = "FrameAfterErrorError";

  readonly code = "frame-after-error";

  /** @param options its `cause` is the `FrameError` when what arrived could not even be decoded */
  constructor(options?: { readonly cause?: unknown } | undefined) {
    super("Frame after error", options);
  }
}
