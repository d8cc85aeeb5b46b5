import { type EncoderOptions, FrameEncoderStream } from "../streams/frame_encoder_stream.ts";
import type { NotificationFrame } from "./notification_frame.ts";
import { notificationFrames } from "./notification_frames.ts";

/** A `FrameEncoderStream` of notification channels. */
export class NotificationEncoderStream extends FrameEncoderStream<
  NotificationFrame,
  NotificationFrame<number | bigint>
> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: EncoderOptions) {
    super(notificationFrames, options);
  }
}
