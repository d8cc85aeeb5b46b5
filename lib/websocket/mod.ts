/**
 * Any WebSocket as two streams of messages, for the stages of `channel-frames`, with clean and abrupt ends told apart.
 *
 * @module
 */

export type { OutgoingMessage } from "../streams/outgoing_message.ts";
export { type ConnectOptions, connect } from "./connect.ts";
export type { EventSocket, SocketEvent } from "./event_socket.ts";
export type { WebSocketOptions } from "./options.ts";
export type { SocketClose } from "./socket_close.ts";
export type { StreamSocket, StreamSocketConnection } from "./stream_socket.ts";
export { type WebSocketMessages, webSocketMessages } from "./web_socket_messages.ts";
