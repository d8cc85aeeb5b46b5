import { defineFamily } from "../frame/define_family.ts";
import type { FrameFamily } from "../frame/frame_family.ts";
import { errorDataSchema } from "./error_data_schema.ts";
import type { NotificationFrame } from "./notification_frame.ts";
import { acceptsNotification, notificationSchema } from "./notification_schema.ts";

/**
 * The family of MCP notification channels: tag 0 is one server notification, tag 1 is MCP error data.
 *
 * Source: Diverge Provider Protocol 2.3.0, `/mcp/notifications/{channel}`.
 */
export const notificationFrames: FrameFamily<
  NotificationFrame,
  NotificationFrame<number | bigint>
> = /* @__PURE__ */ defineFamily({
  item: { name: "notification", schema: notificationSchema, accepts: acceptsNotification },
  error: { name: "error", schema: errorDataSchema },
});
