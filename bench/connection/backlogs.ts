import { setTimeout as pause } from "node:timers/promises";
import type { WebSocket } from "ws";
import { encodeEnvelope, type ServerConnection } from "../../lib/connection/mod.ts";
import { Accepted, type Writer } from "./accepted.ts";
import type { Order } from "./orders.ts";
import { inTurn, messages, payloads } from "./payloads.ts";
import { MOST_UNSENT, sent } from "./sent.ts";
import { machineTime, writeStamp } from "./stamp.ts";

/** How often a quiet channel has something to say, in milliseconds. */
const EVERY = 50;
/** How long, if nothing else goes on. */
const AT_LEAST = 500;

/**
 * The first channel has very much to write, as fast as it may, and the others a message now and then, until all of it is
 * gone. (Written all at once, so much would be slow for another reason: platforms shift the array of what waits.)
 */
export function backlogs(connection: ServerConnection): (order: Order) => Promise<void> {
  const channels = new Accepted(connection);
  return async ({ size, count, channels: many }) => {
    const [greedy, ...others] = await channels.first(many);
    const writeAll = async (all: Iterable<Uint8Array>): Promise<void> => {
      for (const payload of all) await greedy?.write(payload);
    };
    await nowAndThen(others.length, writeAll(inTurn(payloads[size], count)), (at, due) => {
      const stamp = writeStamp({ due, written: machineTime(), before: connection.stats.sent });
      return (others[at] as Writer).write(stamp);
    });
  };
}

/** The same on a bare socket, by hand: what comes at all of its bytes being in one line. */
export function bareBacklogs(socket: WebSocket): (order: Order) => Promise<void> {
  let before = 0;
  const write = (message: Uint8Array): Promise<void> | undefined => {
    before++;
    if (socket.bufferedAmount > MOST_UNSENT) return sent(socket, message);
    socket.send(message);
    return undefined;
  };
  const writeAll = async (all: Iterable<Uint8Array>): Promise<void> => {
    for (const message of all) await write(message);
  };
  return async ({ size, count, channels }) => {
    await nowAndThen(channels - 1, writeAll(inTurn(messages[size], count)), async (at, due) => {
      const payload = writeStamp({ due, written: machineTime(), before });
      await write(encodeEnvelope({ type: "channel-response", scope: 1, channel: at + 2, payload }));
    });
  };
}

async function nowAndThen(
  many: number,
  until: Promise<void>,
  write: (at: number, due: number) => Promise<void>,
): Promise<void> {
  const start = machineTime();
  let isOver = false;
  const run = async (at: number): Promise<void> => {
    for (let due = start + (EVERY * at) / many; !isOver; due += EVERY) {
      // A timer may fire a part of a millisecond early.
      await pause(Math.ceil(due - machineTime()));
      await write(at, due);
    }
  };
  const runs = Array.from({ length: many }, (_, at) => run(at));
  await Promise.all([until, pause(AT_LEAST)]);
  isOver = true;
  await Promise.all(runs);
}
