import { ChannelError } from "../frame/channel_error.ts";
import { excerpt } from "../frame/excerpt.ts";
import type { ErrorData } from "../notifications/error_data.ts";

/** Room for what the other side has to say, and none for all that it might. */
const LONGEST_MESSAGE = 200;

/** Notifications ended by an error frame, and went to where no such frame can go. */
export class NotificationsFailedError extends ChannelError {
  static override readonly "~channel-frames": string = "NotificationsFailedError";

  readonly code = "failed";
  /** What the error frame held. */
  readonly error: ErrorData;

  constructor(error: ErrorData) {
    super(`The notifications ended with the error ${error.code}: ${excerpt(error.message, LONGEST_MESSAGE)}`);
    this.error = error;
  }
}
