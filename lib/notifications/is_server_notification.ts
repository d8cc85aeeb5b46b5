import { validate } from "../frame/validate.ts";
import { acceptsNotification, notificationSchema } from "./notification_schema.ts";
import type { ServerNotification } from "./server_notification.ts";

/**
 * Whether a value from elsewhere, such as a message that an MCP SDK hands out, can be sent as a notification. It looks at
 * the shape; whether all of it is JSON, the encoder finds out.
 *
 * @example
 * ```ts
 * import { isServerNotification, type NotificationFrame } from "channel-frames";
 *
 * function toFrame(message: unknown): NotificationFrame | undefined {
 *   return isServerNotification(message) ? { type: "notification", notification: message } : undefined;
 * }
 * console.assert(toFrame({ method: "notifications/tools/list_changed" })?.type === "notification");
 * console.assert(toFrame({ jsonrpc: "2.0", id: 1, result: {} }) === undefined);
 * ```
 */
export function isServerNotification(value: unknown): value is ServerNotification {
  return acceptsNotification(value) || validate(notificationSchema, value) === undefined;
}
