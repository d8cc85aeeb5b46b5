import type { WebSocket } from "ws";

/** What a peer got. */
export interface Heard {
  /** Binary messages as bytes, text messages as strings. */
  readonly messages: readonly (Uint8Array<ArrayBuffer> | string)[];
  /** How its socket was closed; with 1006, no close frame came. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

/** Listens to a socket from here on. */
export function hear(peer: WebSocket): Heard {
  const messages: (Uint8Array<ArrayBuffer> | string)[] = [];
  peer.on("message", (data, isBinary) => {
    messages.push(isBinary && Buffer.isBuffer(data) ? new Uint8Array(data) : String(data));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    peer.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  return { messages, closed };
}
