import type { SocketClose } from "channel-frames/websocket";
import type { WebSocket } from "ws";
import { Mailbox } from "./mailbox.ts";

/** The other end of a connection, which sends what it is told to and knows nothing of the protocol. */
export interface RawPeer {
  /** Sends messages, good or bad; a string is a text message. */
  send(...messages: readonly (Uint8Array | string)[]): void;
  /** The next message that the connection sent. Rejects when the connection ends first. */
  next(): Promise<Uint8Array>;
  /** All messages that the connection has sent. */
  readonly received: readonly Uint8Array[];
  /** Closes in order. */
  close(): void;
  /** Ends in any other way. */
  break(): void;
  /** How the connection ended this side's stream of messages. */
  readonly ended: Promise<"closed" | "broken off">;
}

/** How a socket tells of its end, as far as the peer is concerned. */
type Told = Pick<SocketClose, "code">;

/** A peer at the end of a socket. To be made in the turn in which the socket was. */
export function socketPeer(socket: WebSocket): RawPeer {
  const mail = new Mailbox<Uint8Array>();
  socket.binaryType = "arraybuffer";
  socket.on("message", (data) => {
    if (data instanceof ArrayBuffer) mail.push(new Uint8Array(data));
  });
  const ended = new Promise<"closed" | "broken off">((resolve) => {
    socket.on("close", (code: Told["code"]) => {
      resolve(code === 1006 ? "broken off" : "closed");
      mail.end(new Error("The connection has ended"));
    });
  });
  socket.on("error", () => {});
  return {
    send(...messages) {
      for (const message of messages) socket.send(message);
    },
    next: () => mail.next(),
    received: mail.all,
    close: () => socket.close(1000),
    break: () => socket.terminate(),
    ended,
  };
}
