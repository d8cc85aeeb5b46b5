import type { WebSocket } from "ws";
import { decodeEnvelope } from "../../lib/connection/mod.ts";
import { readStamp, type Stamp } from "./stamp.ts";

/** A message of a quiet channel, as it came over the wire. */
export interface Passed {
  readonly stamp: Stamp;
  /** The longest run of messages of the greedy channel that were sent while it waited to be. */
  readonly run: number;
}

/** Looks on at the messages of a socket, in the order in which they come. */
export function watchWire(socket: WebSocket, greedy: number, onQuiet: (passed: Passed) => void): void {
  const order: number[] = [];
  socket.on("message", (data: ArrayBuffer | Buffer) => {
    const envelope = decodeEnvelope(data, "server");
    if (envelope.type !== "channel-response") throw new Error(`A ${envelope.type}`);
    if (envelope.channel !== greedy) {
      const stamp = readStamp(envelope.payload);
      onQuiet({ stamp, run: longestRun(order, stamp.before, greedy) });
    }
    order.push(envelope.channel);
  });
}

function longestRun(order: readonly number[], from: number, of: number): number {
  let longest = 0;
  let run = 0;
  for (let at = from; at < order.length; at++) {
    run = order[at] === of ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
