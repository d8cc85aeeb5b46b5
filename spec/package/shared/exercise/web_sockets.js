import { CutError, notificationFrames, readFrames } from "channel-frames";
import { connect, webSocketMessages } from "channel-frames/websocket";
import { check, same } from "./checks.js";
import { socketPair } from "./socket_pair.js";
import { collect, message } from "./streams.js";

const item = message(0, { method: "notifications/tools/list_changed" });

/** Both sides of a socket: a finish, and what is none. */
export async function webSockets() {
  const [near, far] = socketPair();
  const writer = webSocketMessages(far).writable.getWriter();
  const client = connect("ws://peer.test/", { WebSocket: classOf(near) });
  await client.opened;
  const frames = readFrames(client.readable, notificationFrames);
  const read = collect(frames);
  await writer.write(item);
  await writer.close();
  same((await read).values.length, 1, "the frames over a socket");
  same(await frames.ending, { kind: "finished", frames: 1 }, "the ending by a closing handshake");
  same(await client.closed, { code: 1000, reason: "", clean: true, by: "peer" }, "how the socket was closed");

  const [here, there] = socketPair();
  const { readable } = webSocketMessages(here);
  const other = webSocketMessages(there).writable.getWriter();
  await other.write(item);
  there.die();
  const { values, broke } = await collect(readable);
  same(values.length, 1, "the messages before a cut");
  check(broke instanceof CutError && broke.by === "carrier" && broke.closeCode === 1006, "the cut of a dead socket");
}

/** A class whose instance is this socket. */
function classOf(socket) {
  return function Connected() {
    return socket;
  };
}
