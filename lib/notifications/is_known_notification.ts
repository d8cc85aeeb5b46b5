import * as v from "valibot";
import { knownSchemas } from "./known_notification_schema.ts";
import type { KnownMethod, KnownNotification, NotificationOf, ServerNotification } from "./server_notification.ts";

/**
 * Whether a notification is one that the protocol defines, *with params that fit*; or the one of a given method. A
 * server may well send a known method with params of another shape: the reference reads that as a custom notification,
 * and so it arrives here, unchanged. After this check a `switch` on `method` narrows to exactly one type, and what the
 * type says is what is there.
 *
 * @example
 * ```ts
 * import { isKnownNotification, type ServerNotification } from "channel-frames";
 *
 * function describe(notification: ServerNotification): string {
 *   if (!isKnownNotification(notification)) return `custom: ${notification.method}`;
 *   switch (notification.method) {
 *     case "notifications/progress":
 *       return `${notification.params.progress} of ${notification.params.total ?? "?"}`;
 *     case "notifications/message":
 *       return `${notification.params.level}: ${JSON.stringify(notification.params.data)}`;
 *     default:
 *       return notification.method;
 *   }
 * }
 * console.assert(describe({ method: "notifications/message", params: { level: "warn" } }).startsWith("custom"));
 * ```
 */
export function isKnownNotification<N, M extends KnownMethod>(
  notification: ServerNotification<N>,
  method: M,
): notification is NotificationOf<M, N>;
export function isKnownNotification<N>(notification: ServerNotification<N>): notification is KnownNotification<N>;
export function isKnownNotification(notification: ServerNotification<unknown>, method?: string): boolean {
  if (method !== undefined && notification.method !== method) return false;
  return isKnownMethod(notification.method) && v.is(knownSchemas[notification.method], notification.params);
}

function isKnownMethod(method: string): method is KnownMethod {
  return Object.hasOwn(knownSchemas, method);
}
