import { once } from "node:events";
import { type WebSocket, WebSocketServer } from "ws";
import { type WebSocketMessages, webSocketMessages } from "../websocket/mod.ts";

/** Answers on a socket that was opened for it. Settles when the answer is over. */
export type Serve = (messages: WebSocketMessages, socket: WebSocket) => Promise<void>;

/** A WebSocket server on the loopback interface, with a path for each channel. */
export interface Provider {
  /** As in `ws://127.0.0.1:41234`. */
  readonly origin: string;
  /** Kills what is still open, and stops. */
  close(): Promise<void>;
}

/** A finish at once says that nobody serves this. */
const unserved: Serve = ({ writable }) => writable.close();

/** Starts a provider on a free port. A path that is not among the routes is unserved. */
export async function startProvider(routes: ReadonlyMap<string, Serve>): Promise<Provider> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket, request) => {
    const messages = webSocketMessages(socket);
    const serve = routes.get(String(request.url)) ?? unserved;
    // Whatever broke the answer off, the reader must not take it for finished.
    serve(messages, socket).catch((reason) => messages.writable.abort(reason).catch(() => {}));
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider listens on no port");
  return {
    origin: `ws://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
