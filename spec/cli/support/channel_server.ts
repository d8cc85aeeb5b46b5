import { once } from "node:events";
import { type WebSocketMessages, webSocketMessages } from "channel-frames/websocket";
import { type WebSocket, WebSocketServer } from "ws";

/** A provider on this machine that does the same for everybody who connects. */
export interface ChannelServer {
  /** As in `ws://127.0.0.1:41234`. */
  readonly url: string;
  /** Kills what is open, and stops. */
  close(): Promise<void>;
}

/** @param serve what it does; if it fails, the socket is broken off */
export async function startChannelServer(
  serve: (messages: WebSocketMessages, socket: WebSocket, path: string) => Promise<void>,
): Promise<ChannelServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket, { url = "" }) => {
    const messages = webSocketMessages(socket);
    serve(messages, socket, url).catch((reason) => messages.writable.abort(reason).catch(() => {}));
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port");
  return {
    url: `ws://127.0.0.1:${address.port}`,
    async close() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends these messages. */
export async function send({ writable }: WebSocketMessages, ...messages: readonly Uint8Array[]): Promise<void> {
  const writer = writable.getWriter();
  for (const message of messages) await writer.write(new Uint8Array(message));
  writer.releaseLock();
}
