import { ClientConnection } from "../../lib/connection/mod.ts";
import { webSocketMessages } from "../../lib/websocket/mod.ts";
import type { Line, PeerProcess } from "./peer_process.ts";
import { machineTime, readStamp, type Stamp } from "./stamp.ts";
import { watchWire } from "./wire.ts";

/** The first channel that is opened. */
const GREEDY = 1;

/** How messages of quiet channels fared, in milliseconds. */
export interface Delays {
  /** From when they should have been written to when they were read. */
  readonly fromDue: number[];
  /** From when they were written. */
  readonly fromWrite: number[];
  /** For each, the longest run of messages of the greedy channel that were sent while it waited. */
  readonly runs: number[];
}

/** A socket, and how what comes on it fares, since the last time that it was asked. */
export interface Watch {
  readonly line: Line;
  take(): Delays;
}

/** Through a connection, read channel by channel. */
export function watchChannels(peer: PeerProcess, channels: number): Watch {
  const line = peer.line("backlog");
  const { add, addRun, take } = delays();
  watchWire(line.socket, GREEDY, ({ run }) => addRun(run));
  const scope = new ClientConnection(webSocketMessages(line.socket)).open(new Uint8Array());
  const read = async (readable: ReadableStream<Uint8Array>, each: (payload: Uint8Array) => void): Promise<void> => {
    const reader = readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) each(next.value);
  };
  for (let at = 0; at < channels; at++) {
    const { number, readable } = scope.channel(new Uint8Array());
    read(readable, number === GREEDY ? () => {} : (payload) => add(readStamp(payload)));
  }
  return { line, take };
}

/** On a bare socket, where everything is in one line. */
export function watchBare(peer: PeerProcess): Watch {
  const line = peer.line("bare-backlog");
  const { add, addRun, take } = delays();
  watchWire(line.socket, GREEDY, ({ run, stamp }) => {
    addRun(run);
    add(stamp);
  });
  return { line, take };
}

function delays() {
  let all: Delays = { fromDue: [], fromWrite: [], runs: [] };
  return {
    addRun: (run: number) => all.runs.push(run),
    add({ due, written }: Stamp): void {
      const now = machineTime();
      all.fromDue.push(now - due);
      all.fromWrite.push(now - written);
    },
    take(): Delays {
      const taken = all;
      all = { fromDue: [], fromWrite: [], runs: [] };
      return taken;
    },
  };
}
