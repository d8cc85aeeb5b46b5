import type { JsonObject } from "../frame/json_value.ts";
import type { ErrorData } from "../notifications/error_data.ts";
import type { NotificationFrame } from "../notifications/notification_frame.ts";
import type { Gap } from "./gap.ts";
import { NotificationsFailedError } from "./notifications_failed_error.ts";

/** What sends notifications: a `Server` of an MCP SDK, as far as this library uses it. */
interface Notifier {
  notification(notification: { method: string; params?: Record<string, unknown> }): Promise<void>;
}

/** A `Server` of an MCP SDK, or an `McpServer`, which has one. */
export type McpServer = Notifier | { readonly server: Notifier };

/** Options of {@link deliverTo}. */
export interface DeliverToOptions {
  /**
   * Told of an error frame, after which the stream goes on: a `StandingSubscription` does. Without it the stream errors
   * with a {@link NotificationsFailedError}.
   */
  readonly onError?: ((error: ErrorData) => void) | undefined;
  /** Told of each gap of a `StandingSubscription`. */
  readonly onGap?: ((gap: Gap) => void) | undefined;
}

/**
 * Sends notifications to the client of an MCP server: what {@link notificationsFrom} takes, this gives. The server is
 * one of an MCP SDK, by its shape: a `Server` or an `McpServer`. Each write waits until its notification is sent.
 *
 * `method` and `params` are sent, whatever the method, and no other member: JSON-RPC has no place for it. The server
 * refuses what it has not declared a capability for, `logging` for log messages, say; then the stream errors, as it
 * does when nobody is connected. MCP has no notification for an error frame, nor for a gap. So an error frame errors the
 * stream unless `onError` takes it, and a failure is not taken for an ordinary end; a gap is told to `onGap`, and passed
 * over. The server stays connected whatever becomes of the stream, as it has more to do than this.
 *
 * @throws {TypeError} for what is no such server.
 *
 * @example
 * ```ts
 * import { buildNotification } from "channel-frames";
 * import { deliverTo } from "channel-frames/proxy";
 * import { Server } from "@modelcontextprotocol/sdk/server/index.js";
 * import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
 *
 * const [near, far] = InMemoryTransport.createLinkedPair();
 * const methods: string[] = [];
 * far.onmessage = (message) => methods.push("method" in message ? message.method : "");
 * const server = new Server({ name: "notes", version: "1.0.0" }, { capabilities: { tools: {} } });
 * await server.connect(near);
 *
 * const writer = deliverTo(server).getWriter();
 * await writer.write(buildNotification("notifications/tools/list_changed"));
 * await writer.write({ type: "notification", notification: { method: "vendor/thing" } });
 * await writer.close();
 * console.assert(methods.join() === "notifications/tools/list_changed,vendor/thing");
 * ```
 */
export function deliverTo(
  server: McpServer,
  { onError, onGap }: DeliverToOptions = {},
): WritableStream<NotificationFrame | Gap> {
  const notifier = [server, Object(server).server].find(isNotifier);
  if (!notifier) throw new TypeError("Not a server of an MCP SDK");
  return new WritableStream<NotificationFrame | Gap>(
    {
      write(frame) {
        if (frame.type === "gap") return onGap?.(frame);
        if (frame.type === "error") {
          if (onError) return onError(frame.error);
          throw new NotificationsFailedError(frame.error);
        }
        const { method, params } = frame.notification;
        return notifier.notification(isParams(params) ? { method, params } : { method });
      },
    },
    { highWaterMark: 1 },
  );
}

function isNotifier(value: unknown): value is Notifier {
  return typeof Object(value).notification === "function";
}

function isParams(params: object | null | undefined): params is JsonObject {
  return typeof params === "object" && params !== null;
}
