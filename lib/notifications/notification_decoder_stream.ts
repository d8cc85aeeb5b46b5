import type { IntegerMode } from "../frame/json_value.ts";
import type { DecoderOptions } from "../streams/decoder.ts";
import { FrameDecoderStream } from "../streams/frame_decoder_stream.ts";
import type { NotificationFrame } from "./notification_frame.ts";
import { notificationFrames } from "./notification_frames.ts";

/** A `FrameDecoderStream` of notification channels. */
export class NotificationDecoderStream<M extends IntegerMode = "number"> extends FrameDecoderStream<
  NotificationFrame,
  NotificationFrame<number | bigint>,
  M
> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: DecoderOptions<M>) {
    super(notificationFrames, options);
  }
}
