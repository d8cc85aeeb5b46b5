import type { IntegerMode } from "../frame/json_value.ts";
import type { GuardedDecoderOptions } from "../streams/guarded_decoder.ts";
import { GuardedDecoderStream } from "../streams/guarded_decoder_stream.ts";
import type { NotificationFrame } from "./notification_frame.ts";
import { notificationFrames } from "./notification_frames.ts";

/** A `GuardedDecoderStream` of notification channels. */
export class NotificationGuardedDecoderStream<M extends IntegerMode = "number"> extends GuardedDecoderStream<
  NotificationFrame,
  NotificationFrame<number | bigint>,
  M
> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: GuardedDecoderOptions<M>) {
    super(notificationFrames, options);
  }
}
