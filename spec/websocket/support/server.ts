import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { portOf } from "./port_of.ts";

/** Serves one test on a free port of the loopback interface. @returns the URL to connect to */
export async function serve(onConnection: (peer: WebSocket, request: IncomingMessage) => void): Promise<string> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (peer, request) => {
    // A close event always follows.
    peer.on("error", () => {});
    onConnection(peer, request);
  });
  onTestFinished(() => {
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  await once(server, "listening");
  return `ws://127.0.0.1:${portOf(server)}`;
}
