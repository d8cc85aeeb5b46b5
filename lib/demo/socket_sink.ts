import { promisify } from "node:util";
import type { WebSocket } from "ws";

/**
 * The sending side of a WebSocket: each message is one binary WebSocket message, a close is the closing handshake, and
 * an abort kills the socket, so that the reader cannot take a broken answer for a finished one.
 */
export function socketSink(socket: WebSocket): WritableStream<Uint8Array> {
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  const send = promisify((message: Uint8Array, done: (error?: Error | null) => void) => socket.send(message, done));
  return new WritableStream<Uint8Array>({
    start(controller) {
      // Without this a provider with nothing to send would not learn that the reader is gone.
      void closed.then(() => controller.error(new Error("The reader closed the socket")));
    },
    write: (message) => send(message),
    close() {
      socket.close(1000);
      return closed;
    },
    abort: () => socket.terminate(),
  });
}
