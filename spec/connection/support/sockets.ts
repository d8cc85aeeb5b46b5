import { WebSocket, WebSocketServer } from "ws";

/** The two ends of one WebSocket on this machine. */
export interface Sockets<S, C> {
  readonly server: S;
  readonly client: C;
  /** Drops both ends, if they are not closed. */
  drop(): void;
}

/** Opens a WebSocket. What is to be made of its ends is made in the turn in which they are there. */
export function openSockets<S, C>(
  atServer: (socket: WebSocket) => S,
  atClient: (socket: WebSocket) => C,
): Promise<Sockets<S, C>> {
  return new Promise((resolve, reject) => {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    server.on("error", reject);
    server.on("listening", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      const client = atClient(socket);
      const opened = new Promise((open, fail) => socket.on("open", open).on("error", fail));
      server.on("connection", (other) => {
        const made = atServer(other);
        // It takes no more connections; the one that it has goes on.
        server.close();
        const drop = (): void => {
          socket.terminate();
          other.terminate();
        };
        opened.then(() => resolve({ server: made, client, drop }), reject);
      });
    });
  });
}
