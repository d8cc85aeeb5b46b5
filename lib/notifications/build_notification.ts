import type { JsonObject } from "../frame/json_value.ts";
import type { CustomNotification, KnownMethod, NotificationOf } from "./server_notification.ts";

/** The params of a known method: an argument that may be left out where the method needs none. */
export type ParamsOf<M extends KnownMethod> =
  NotificationOf<M> extends { readonly params: infer P } ? [params: P] : [params?: NotificationOf<M>["params"]];

/** A frame that holds one notification. */
export interface BuiltNotification<T> {
  readonly type: "notification";
  readonly notification: T;
}

/**
 * Builds the frame of a notification: for a method that the protocol defines, with its params and no others; for any
 * other method, with any.
 *
 * @example
 * ```ts
 * import { buildNotification, encodeFrame, notificationFrames } from "channel-frames";
 *
 * const frame = buildNotification("notifications/progress", { progressToken: "call-1", progress: 3, total: 10 });
 * console.assert(encodeFrame(notificationFrames, frame)[0] === 0);
 * console.assert(buildNotification("notifications/tools/list_changed").type === "notification");
 * console.assert(buildNotification("vendor/thing", { any: ["thing"] }).notification.method === "vendor/thing");
 * ```
 */
export function buildNotification<const M extends KnownMethod>(
  method: M,
  ...params: ParamsOf<M>
): BuiltNotification<NotificationOf<M>>;
export function buildNotification<const M extends string>(
  method: M extends KnownMethod ? never : M,
  params?: JsonObject,
): BuiltNotification<CustomNotification>;
export function buildNotification(method: string, ...[params]: readonly unknown[]): BuiltNotification<object> {
  return { type: "notification", notification: params === undefined ? { method } : { method, params } };
}
