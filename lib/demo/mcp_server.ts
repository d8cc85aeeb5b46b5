import { setMaxListeners } from "node:events";
import type { NotificationFrame } from "../mod.ts";
import { notificationsFrom } from "../proxy/mod.ts";
import { everything } from "./everything.ts";
import { provoke } from "./provoke.ts";

/** Something that sends notifications when it is provoked. */
export interface NotificationSource {
  /** Ends when `provoke` is done. */
  readonly notifications: ReadableStream<NotificationFrame>;
  provoke(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a source; the signal gives it up. */
export type StartSource = (signal: AbortSignal) => Promise<NotificationSource>;

/** Starts a real MCP server and connects to it. */
export async function startMcpServer(signal: AbortSignal): Promise<NotificationSource> {
  // The client leaves a listener behind with each request, and Node would warn of those.
  setMaxListeners(0, signal);
  const { client, connect, close } = everything();
  const notifications = notificationsFrom(client);
  await connect(signal);
  return {
    notifications,
    // Closing the client is what ends its notifications in order.
    provoke: () => provoke(client, signal).finally(close),
    close,
  };
}
