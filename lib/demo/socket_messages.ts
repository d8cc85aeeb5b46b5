import type { WebSocket } from "ws";
import { CutError } from "../mod.ts";
import { Inbox } from "./inbox.ts";

/** No close frame was received: the socket died, which says nothing about completeness. */
const ABNORMAL = 1006;

/** The messages that a WebSocket receives. Call it before the socket can have opened, or messages are missed. */
export function socketMessages(socket: WebSocket): ReadableStream<Uint8Array> {
  const inbox = new Inbox<Uint8Array>(() => socket.close());
  let cause: unknown;
  socket.on("message", (data, isBinary) => {
    // Text messages carry no meaning. The copy is needed because the buffer is a view on a pool that is used again.
    if (isBinary && Buffer.isBuffer(data)) inbox.push(new Uint8Array(data));
  });
  // A close event always follows, and it is the one that counts.
  socket.on("error", (error) => {
    cause = error;
  });
  socket.on("close", (closeCode, reason) => {
    if (closeCode === ABNORMAL) inbox.fail(new CutError({ closeCode, reason: reason.toString(), cause }));
    else inbox.close();
  });
  return inbox.stream;
}
