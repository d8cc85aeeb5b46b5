import { once } from "node:events";
import {
  type EventSocket,
  type WebSocketMessages,
  type WebSocketOptions,
  webSocketMessages,
} from "channel-frames/websocket";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { type Heard, hear } from "./heard.ts";
import { serve } from "./server.ts";

/** Both ends of an open connection: the library's, and that of a peer which the test moves by hand. */
export interface Pair {
  readonly near: WebSocketMessages;
  /** The socket under `near`. */
  readonly socket: WebSocket;
  readonly peer: WebSocket;
  /** What the peer gets. */
  readonly heard: Heard;
}

/** Where the library stands. */
export type Role = "client" | "server";

export const roles: readonly Role[] = ["client", "server"];

/** How to make a pair. */
export interface PairOptions extends WebSocketOptions {
  readonly role?: Role;
  /** What the library is given of its socket. */
  readonly as?: (socket: WebSocket) => EventSocket;
}

/** Connects two sockets over the loopback interface, for one test. */
export async function pair({ role = "client", as = (socket) => socket, ...options }: PairOptions = {}): Promise<Pair> {
  // Both sides listen in the turn in which they get their socket, so nothing is missed.
  const wrap = (socket: WebSocket) => ({ socket, near: webSocketMessages(as(socket), options) });
  const listen = (peer: WebSocket) => ({ peer, heard: hear(peer) });
  return role === "client" ? join(wrap, listen) : join(listen, wrap);
}

async function join<C, S>(asClient: (socket: WebSocket) => C, asServer: (socket: WebSocket) => S): Promise<C & S> {
  let accept: ((server: S) => void) | undefined;
  const server = new Promise<S>((resolve) => {
    accept = resolve;
  });
  const socket = new WebSocket(await serve((socket) => accept?.(asServer(socket))));
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  const client = asClient(socket);
  await once(socket, "open");
  return { ...client, ...(await server) };
}

/** Sends messages. Fulfils when the last one has been handed to the operating system. */
export function sendAll(peer: WebSocket, messages: readonly (Uint8Array | string)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = (error?: Error | null): void => (error ? reject(error) : resolve());
    messages.forEach((message, index) => {
      peer.send(message, index === messages.length - 1 ? sent : undefined);
    });
  });
}
