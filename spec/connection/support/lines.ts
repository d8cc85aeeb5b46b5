import type { MessageDuplex, Role } from "channel-frames/connection";
import { type WebSocketMessages, webSocketMessages } from "channel-frames/websocket";
import { onTestFinished } from "vitest";
import { memoryLine } from "./memory_line.ts";
import { type RawPeer, socketPeer } from "./raw_peer.ts";
import { openSockets } from "./sockets.ts";

/** Something to have a connection over. */
export interface Line {
  readonly name: string;
  /** For a connection of that role, with a raw peer. */
  withPeer(role: Role): Promise<{ readonly messages: MessageDuplex; readonly peer: RawPeer }>;
  /** For two connections. */
  between(): Promise<Readonly<Record<Role, MessageDuplex>>>;
}

const memory: Line = {
  name: "in memory",
  withPeer: async () => memoryLine(),
  async between() {
    const up = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const down = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    return {
      client: { readable: down.readable, writable: up.writable },
      server: { readable: up.readable, writable: down.writable },
    };
  },
};

/** A line whose ends are sockets. */
interface SocketLine extends Line {
  between(): Promise<Readonly<Record<Role, WebSocketMessages>>>;
}

export const webSocketLine: SocketLine = {
  name: "over a WebSocket",
  async withPeer(role) {
    if (role === "client") {
      const { client, server, drop } = await openSockets(socketPeer, webSocketMessages);
      onTestFinished(drop);
      return { messages: client, peer: server };
    }
    const { client, server, drop } = await openSockets(webSocketMessages, socketPeer);
    onTestFinished(drop);
    return { messages: server, peer: client };
  },
  async between() {
    const { client, server, drop } = await openSockets(webSocketMessages, webSocketMessages);
    onTestFinished(drop);
    return { client, server };
  },
};

export const lines: readonly Line[] = [memory, webSocketLine];
