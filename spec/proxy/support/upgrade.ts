import { once } from "node:events";
import { request } from "node:http";
import { WebSocket } from "ws";

/** Opens a path. @returns the socket, or the HTTP status by which it was refused */
export function open(url: string, options: { readonly origin?: string } = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(url, options);
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (sent, { statusCode }) => {
      sent.destroy();
      resolve(statusCode ?? 0);
    });
    socket.on("error", reject);
  });
}

/** Opens a path that has to be opened. */
export async function opened(url: string): Promise<WebSocket> {
  const socket = await open(url);
  if (typeof socket === "number") throw new Error(`HTTP ${socket}`);
  return socket;
}

/** Asks for a path by plain HTTP. @returns the status */
export async function plainHttp(url: string): Promise<number | undefined> {
  const sent = request(url.replace(/^ws/, "http")).end();
  const [{ statusCode }] = await once(sent, "response");
  sent.destroy();
  return statusCode;
}
