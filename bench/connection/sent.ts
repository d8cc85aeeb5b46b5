import type { WebSocket } from "ws";

/** The bytes that may wait in a socket: what the library allows, too. */
export const MOST_UNSENT = 256 * 1024;

/** Sends by hand. @returns when the message has been handed to the operating system */
export function sent(socket: WebSocket, message: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(message, (error) => (error ? reject(error) : resolve()));
  });
}
