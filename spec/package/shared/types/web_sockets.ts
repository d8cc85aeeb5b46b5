import { type NotificationFrame, NotificationGuardedDecoderStream } from "channel-frames";
import {
  type ConnectOptions,
  connect,
  type EventSocket,
  type OutgoingMessage,
  type SocketClose,
  type WebSocketMessages,
  type WebSocketOptions,
  webSocketMessages,
} from "channel-frames/websocket";
import { type Equal, is } from "./equal.ts";

/** The socket of the platform, where its types have one, and otherwise the interface that is asked for. */
type PlatformSocket = typeof globalThis extends { WebSocket: new (url: string) => infer S } ? S : EventSocket;

/** A socket goes straight into a pipe, and says how it was closed. */
export async function piped(socket: PlatformSocket): Promise<SocketClose> {
  const messages = webSocketMessages(socket);
  is<Equal<typeof messages, WebSocketMessages>>();
  const frames = messages.readable.pipeThrough(new NotificationGuardedDecoderStream());
  is<Equal<typeof frames, ReadableStream<NotificationFrame>>>();
  const close = await messages.closed;
  is<Equal<typeof close.code, number | undefined>>();
  is<Equal<typeof close.by, "peer" | "local">>();
  return close;
}

/** What encoders give is what a socket takes, and so is any view. */
export function written(
  { writable }: WebSocketMessages,
  messages: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  is<Equal<typeof writable, WritableStream<OutgoingMessage>>>();
  // @ts-expect-error a text message carries no meaning
  writable.getWriter().write("text");
  return messages.pipeTo(writable);
}

/** A class of one's own, for a platform that has none. */
export function connected(url: string | URL, WebSocket: new (url: string) => PlatformSocket): WebSocketMessages {
  return connect(url, { WebSocket, isFinish: ({ code }) => code === 1000 });
}

// @ts-expect-error an array is no socket
export const none = (): WebSocketMessages => webSocketMessages([]);

/** Under `exactOptionalPropertyTypes`, an option may still be given as `undefined`. */
export const unset: WebSocketOptions & ConnectOptions = {
  highWaterMark: undefined,
  signal: undefined,
  WebSocket: undefined,
};
