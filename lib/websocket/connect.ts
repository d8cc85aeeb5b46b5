import type { EventSocket } from "./event_socket.ts";
import { socketSettings, type WebSocketOptions } from "./options.ts";
import { type WebSocketMessages, webSocketMessages } from "./web_socket_messages.ts";

/** Options of {@link connect}. */
export interface ConnectOptions extends WebSocketOptions {
  /**
   * The class to connect with. Node before 22 has none of its own: give it that of the `ws` package.
   * @default globalThis.WebSocket
   */
  readonly WebSocket?: (new (url: string) => EventSocket) | undefined;
}

/**
 * Opens a WebSocket and makes streams of messages of it. No subprotocol is asked for, as the protocol has none. A
 * connection that fails is a `CutError` on both streams, and of `opened`.
 *
 * @throws {TypeError} if there is no class to connect with, or an option has no sense; what the class throws for a URL
 * that is none (a `SyntaxError`)
 *
 * @example With the class of the `ws` package
 * ```ts
 * import { notificationFrames, readFrames } from "channel-frames";
 * import { connect, webSocketMessages } from "channel-frames/websocket";
 * import { WebSocket, WebSocketServer } from "ws";
 *
 * const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
 * server.on("connection", (socket) => webSocketMessages(socket).writable.close()); // it serves nothing
 * await new Promise((resolve) => server.once("listening", resolve));
 * const address = server.address();
 * const port = typeof address === "object" ? address?.port : undefined;
 *
 * const { readable, closed } = connect(`ws://127.0.0.1:${port}/mcp/notifications/1`, { WebSocket });
 * const frames = readFrames(readable, notificationFrames, { unserved: "close" });
 * for await (const frame of frames) console.log(frame);
 * console.assert((await frames.ending).kind === "unserved");
 * console.assert((await closed).by === "peer");
 * server.close();
 * ```
 */
export function connect(url: string | URL, options: ConnectOptions = {}): WebSocketMessages {
  const { WebSocket = globalThis.WebSocket } = options;
  if (typeof WebSocket !== "function") {
    throw new TypeError("This runtime has no WebSocket: give the option WebSocket, with the class of the package ws");
  }
  // Before there is a connection that nobody would close.
  socketSettings(options);
  return webSocketMessages(new WebSocket(String(url)), options);
}
