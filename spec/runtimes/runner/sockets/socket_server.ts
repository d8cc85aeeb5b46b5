import { createServer } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { Parameters } from "../../suite/served/parameters.ts";
import { Sights } from "../../suite/served/seen.ts";
import { isServed, serveSocket } from "../../suite/served/serve_socket.ts";
import { behaviours } from "./behaviours.ts";

/** A server of WebSockets for one run of the suite: what it does with one, and what it saw, go by the URL. */
export interface SocketServer {
  /** Its address, for WebSockets; asked by HTTP it answers, for an `id`, with what it saw of that connection. */
  readonly url: string;
  close(): void;
}

export async function serveSockets(): Promise<SocketServer> {
  const sights = new Sights();
  const wires = new Set<Socket>();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const urlOf = (path = "/"): URL => new URL(path, "http://127.0.0.1");

  const server = createServer((request, response) => {
    response.writeHead(200, {
      // A page has another port, and so another origin.
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "no-store",
      "Content-Type": "application/json",
    });
    response.end(JSON.stringify(sights.of(urlOf(request.url))));
  });
  server.on("connection", (wire) => {
    wires.add(wire);
    wire.on("close", () => wires.delete(wire));
  });
  server.on("upgrade", (request, stream, head) => {
    const url = urlOf(request.url);
    const sight = sights.of(url);
    // A server without TLS has no other streams.
    const wire = stream as Socket;
    // A client that is gone is nothing to wonder about.
    wire.on("error", () => {});
    const accept = (): WebSocket => {
      let accepted: WebSocket | undefined;
      sockets.handleUpgrade(request, wire, head, (socket) => {
        accepted = socket;
      });
      if (accepted === undefined) throw new Error("That was no upgrade to a WebSocket");
      accepted.on("error", () => {});
      return accepted;
    };
    const behaviour = behaviours[url.pathname];
    if (isServed(url)) serveSocket(url, accept(), sight);
    else if (behaviour === undefined) wire.end("HTTP/1.1 404 Not Found\r\n\r\n");
    else
      Promise.resolve(behaviour({ url, parameters: new Parameters(url), sight, wire, accept })).catch((error) => {
        console.error(`${url.pathname} failed:`, error);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `ws://127.0.0.1:${address.port}`,
    close() {
      server.close();
      for (const wire of wires) wire.destroy();
    },
  };
}
