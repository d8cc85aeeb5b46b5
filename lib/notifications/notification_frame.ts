import type { ErrorData } from "./error_data.ts";
import type { ServerNotification } from "./server_notification.ts";

/**
 * A frame of a notification channel (`/mcp/notifications/{channel}`, and the same frames as channel responses).
 *
 * @typeParam N the type of numbers: `number`, or `number | bigint` under `integers: "bigint"`
 */
export type NotificationFrame<N = number> =
  | { readonly type: "notification"; readonly notification: ServerNotification<N> }
  | { readonly type: "error"; readonly error: ErrorData<N> };
