// Runs in a process of its own, to be killed: one side of a connection that answers each channel by the first byte of its
// request, and says by an authorization that it has answered three. With a port it is the client of whoever listens there.
import { ClientConnection, type Connection, type Scope, ServerConnection } from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { WebSocket, WebSocketServer } from "ws";
import { A, B } from "../support/messages.ts";
import { nextOf } from "./support/next_of.ts";

async function answerThree(connection: Connection, scope: Scope): Promise<void> {
  for (let answered = 0; answered < 3; answered++) {
    const { request, writable } = await nextOf(scope.channels);
    const writer = writable.getWriter();
    if (request[0] === 1) {
      await writer.write(A);
      await writer.close();
    } else if (request[0] === 2) {
      await writer.write(A);
      await writer.write(B);
    }
  }
  await connection.authorize(new Uint8Array());
}

const port = process.argv[2];
if (port) {
  const client = new ClientConnection(webSocketMessages(new WebSocket(`ws://127.0.0.1:${port}`)));
  await answerThree(client, client.open(new Uint8Array()));
} else {
  const listener = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  listener.on("listening", () => {
    const address = listener.address();
    console.log(typeof address === "object" ? address?.port : "");
  });
  listener.on("connection", async (socket) => {
    const server = new ServerConnection(webSocketMessages(socket));
    await answerThree(server, await nextOf(server.scopes));
  });
}
