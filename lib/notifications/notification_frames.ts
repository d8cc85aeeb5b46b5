import { buildFamily } from "../frame/build_family.ts";
import type { FrameFamily } from "../frame/frame_family.ts";
import { jsonHalf } from "../frame/json_half.ts";
import { ERROR_TAG, ITEM_TAG } from "../frame/message.ts";
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
> = /* @__PURE__ */ buildFamily<NotificationFrame>(
  /* @__PURE__ */ jsonHalf({
    tag: ITEM_TAG,
    type: "notification",
    key: "notification",
    code: "body",
    schema: notificationSchema,
    accepts: acceptsNotification,
    toFrame: (notification) => ({ type: "notification", notification }),
  }),
  /* @__PURE__ */ jsonHalf({ tag: ERROR_TAG, type: "error", key: "error", code: "body", schema: errorDataSchema }),
);
