import { once } from "node:events";
import { notificationFrames, readFrames } from "channel-frames";
import { ClientConnection, ServerConnection } from "channel-frames/connection";
import { connect, webSocketMessages } from "channel-frames/websocket";
import { WebSocket, WebSocketServer } from "ws";
import { check, same } from "./exercise/checks.js";
import { collect, message } from "./exercise/streams.js";

const item = message(0, { method: "notifications/tools/list_changed" });

/** A channel of a connection over a real socket of the ws package, which is what Node 18 has to have. */
export async function overTheNetwork() {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  const served = once(server, "connection").then(([socket]) => serve(webSocketMessages(socket)));
  await once(server, "listening");
  const url = `ws://127.0.0.1:${server.address().port}/`;
  withoutClass(url);

  const client = new ClientConnection(connect(url, { WebSocket }));
  const scope = client.open(Uint8Array.of(1));
  const frames = readFrames(scope.channel(Uint8Array.of(2)).readable, notificationFrames);
  same((await collect(frames)).values.length, 3, "the frames of a channel over the network");
  same(await frames.ending, { kind: "finished", frames: 3 }, "its ending");
  same((await collect(scope.responses)).values.length, 0, "the responses of the scope");
  await client.close();
  await served;
  await new Promise((resolve) => server.close(resolve));
}

async function serve(messages) {
  const connection = new ServerConnection(messages);
  for await (const scope of connection.scopes) {
    for await (const channel of scope.channels) {
      const writer = channel.writable.getWriter();
      for (let at = 0; at < 3; at++) await writer.write(item);
      await writer.close();
      break;
    }
    await scope.writable.close();
  }
  check((await connection.closed).clean, "a connection that is closed in order");
}

function withoutClass(url) {
  try {
    connect(url);
    check(false, "without a class there is no connection");
  } catch (error) {
    check(error instanceof TypeError, "without a class there is no connection");
  }
}
