import type { NotificationFrame } from "../notifications/notification_frame.ts";
import type { WebSocketMessages } from "../websocket/web_socket_messages.ts";
import type { Ask, AskKind } from "./ask.ts";

/** What a handler is given beside the ask. */
export interface AskContext {
  /**
   * Opens the path of the answer, the first time that it is called. Closing its writable is the end of the answer.
   *
   * @throws the signal's reason, when that has fired
   */
  open(): WebSocketMessages;
  /** Fires when the answer is of no use any more: the ask is lost, its path broke off, or serving is over. */
  readonly signal: AbortSignal;
}

/** Answers an ask for notifications, with a stream that `serveAsks` sends. `undefined` says that it is not served. */
export type NotificationsHandler = (
  ask: Ask,
  context: Pick<AskContext, "signal">,
) => ReadableStream<NotificationFrame> | undefined | Promise<ReadableStream<NotificationFrame> | undefined>;

/** Answers an ask. If it ends without having opened the path, the ask is not served. */
export type AskHandler = (ask: Ask, context: AskContext) => void | Promise<void>;

/** Who answers what. Asks of a kind that is left out are answered, as not served. */
export type AskHandlers = {
  readonly [K in AskKind]?: (K extends "mcp/notifications" ? NotificationsHandler : AskHandler) | undefined;
};
