import { ChannelError } from "./channel_error.ts";

/**
 * The finish came with no message before it, which by the protocol says that the ask was not served. It is not an
 * empty success.
 */
export class UnservedError extends ChannelError {
  static override readonly "~channel-frames": string = "UnservedError";

  readonly code = "unserved";

  constructor() {
    super("Unserved");
  }
}
