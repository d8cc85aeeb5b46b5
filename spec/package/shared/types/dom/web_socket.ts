import { ClientConnection } from "channel-frames/connection";
import { connect, type WebSocketMessages, webSocketMessages } from "channel-frames/websocket";

/** The DOM's own class, and a socket of it. */
export const sockets = (url: URL): readonly WebSocketMessages[] => [
  connect(url),
  connect(url, { WebSocket }),
  webSocketMessages(new WebSocket(url)),
];

export const client: ClientConnection = new ClientConnection(connect("wss://peer.test/"));
