import type { NotificationFrame } from "../notifications/notification_frame.ts";
import type { Ending } from "../streams/ending.ts";

/** A time for which nobody knows what was said: a path had ended, and the next was not open yet. Nothing is replayed. */
export interface Gap {
  readonly type: "gap";
  /** How the path ended that was open before. */
  readonly ending: Ending<NotificationFrame>;
  /** When that was noticed, in milliseconds since 1970. A connection that dies in silence may have been dead before. */
  readonly since: number;
  /** When the next path was open, in milliseconds since 1970. */
  readonly until: number;
}
