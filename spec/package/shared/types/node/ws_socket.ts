import { connect, type WebSocketMessages, webSocketMessages } from "channel-frames/websocket";
import { WebSocket, WebSocketServer } from "ws";

/** The class of the ws package, and its sockets on both sides. */
export const sockets = (url: string): readonly WebSocketMessages[] => [
  connect(url, { WebSocket }),
  webSocketMessages(new WebSocket(url)),
];

new WebSocketServer({ port: 0 }).on("connection", (socket) => webSocketMessages(socket));
