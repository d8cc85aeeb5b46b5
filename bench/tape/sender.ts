/** The process that sends: each text message asks for so many notifications. */
import { WebSocketServer } from "ws";
import { inTurn } from "../connection/payloads.ts";
import { MOST_UNSENT, sent } from "../connection/sent.ts";
import { notifications } from "../workloads.ts";

const { messages } = notifications();
const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket) => {
  socket.on("message", async (count) => {
    for (const message of inTurn(messages, Number(count))) {
      if (socket.bufferedAmount <= MOST_UNSENT) socket.send(message);
      else await sent(socket, message);
    }
  });
});
server.on("listening", () => {
  const address = server.address();
  if (typeof address === "object" && address) process.send?.(address.port);
});
process.on("disconnect", () => process.exit());
