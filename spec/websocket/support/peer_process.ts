// Runs in a process of its own, to be killed: a server that sends numbered messages of 10 000 bytes for ever.
import { type WebSocket, WebSocketServer } from "ws";
import { portOf } from "./port_of.ts";

function sendForEver(socket: WebSocket, number = 0): void {
  const message = new Uint8Array(10_000);
  new DataView(message.buffer).setUint32(0, number);
  socket.send(message, () => sendForEver(socket, number + 1));
}

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket) => sendForEver(socket));
server.on("listening", () => console.log(portOf(server)));
