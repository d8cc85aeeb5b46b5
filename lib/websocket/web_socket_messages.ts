import type { OutgoingMessage } from "../streams/outgoing_message.ts";
import { driveEventSocket, type EventSocket } from "./event_socket.ts";
import { socketSettings, type WebSocketOptions } from "./options.ts";
import { SocketCarrier } from "./socket_carrier.ts";
import type { SocketClose } from "./socket_close.ts";
import { driveStreamSocket, type StreamSocket } from "./stream_socket.ts";

/** A WebSocket as two streams of messages. */
export interface WebSocketMessages {
  /**
   * The binary messages, one chunk each, in order, each in memory of its own. It closes when the peer has finished and
   * everything before has been read, and otherwise errors with a `CutError`. Cancelling it closes the socket.
   */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /**
   * Messages to send, each as one binary message. A chunk must not be changed any more once it is written. A write waits
   * for the socket to open, and while it cannot send as fast; closing waits for the closing handshake. Aborting breaks
   * the socket off, so that the peer does not take what it has for complete.
   */
  readonly writable: WritableStream<OutgoingMessage>;
  /** Fulfils when the socket is open; rejects with a `CutError` if it ends without. */
  readonly opened: Promise<void>;
  /** Fulfils when the socket is closed, and never rejects. Messages may still be queued for the reader. */
  readonly closed: Promise<SocketClose>;
  /** How many text messages came. They carry no meaning, and are ignored. */
  readonly ignoredTexts: number;
}

/**
 * Makes a stream of messages of a WebSocket of any make: by the standard's interface (browsers, Deno, Bun, workerd, Node
 * 22 and newer, and what `Deno.upgradeWebSocket` and a workerd `WebSocketPair` give), a socket of the `ws` package on
 * either side, or a `WebSocketStream`. Wrap it in the turn in which it was made or handed over: what it brings before,
 * nobody gets.
 *
 * A close frame from the peer, with whatever code, is its finish, and closes the readable. Anything else is a cut: a
 * connection that dies, an error, a close that this side began before the peer had finished.
 *
 * A reader that is slow makes the peer wait where the platform can pause (`ws`, `WebSocketStream`). Elsewhere the queue
 * has bounds, and a socket that outruns them is closed.
 *
 * @throws {TypeError} for what is no such socket, or an option that has no sense.
 *
 * @example A server with the `ws` package
 * ```ts
 * import { CutError } from "channel-frames";
 * import { webSocketMessages } from "channel-frames/websocket";
 * import { WebSocket, WebSocketServer } from "ws";
 *
 * const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
 * server.on("connection", async (socket) => {
 *   const { writable } = webSocketMessages(socket);
 *   const writer = writable.getWriter();
 *   await writer.write(Uint8Array.of(0, 110, 117, 108, 108));
 *   await writer.close();
 * });
 * await new Promise((resolve) => server.once("listening", resolve));
 *
 * const address = server.address();
 * const port = typeof address === "object" ? address?.port : undefined;
 * const { readable, closed } = webSocketMessages(new WebSocket(`ws://127.0.0.1:${port}`));
 * const reader = readable.getReader();
 * console.assert((await reader.read()).value?.byteLength === 5);
 * console.assert((await reader.read()).done); // a CutError, if the server had died
 * console.assert((await closed).code === 1000 && CutError);
 * server.close();
 * ```
 */
export function webSocketMessages(
  socket: EventSocket | StreamSocket,
  options: WebSocketOptions = {},
): WebSocketMessages {
  const settings = socketSettings(options);
  if (isEventSocket(socket)) {
    const { highWaterMark } = settings;
    return new SocketCarrier((listener) => driveEventSocket(socket, listener, highWaterMark), settings, options);
  }
  if (isStreamSocket(socket))
    return new SocketCarrier((listener) => driveStreamSocket(socket, listener), settings, options);
  throw new TypeError("Neither a WebSocket nor a WebSocketStream");
}

function isEventSocket(socket: EventSocket | StreamSocket): socket is EventSocket {
  return hasFunction(socket, "addEventListener") && hasFunction(socket, "send");
}

function isStreamSocket(socket: EventSocket | StreamSocket): socket is StreamSocket {
  return "opened" in Object(socket) && "closed" in Object(socket);
}

function hasFunction(value: unknown, name: string): boolean {
  return typeof Object(value)[name] === "function";
}
