import type { WebSocket } from "ws";
import { ServerConnection } from "../../lib/connection/mod.ts";
import { webSocketMessages } from "../../lib/websocket/mod.ts";
import { Accepted, type Writer } from "./accepted.ts";
import { backlogs, bareBacklogs } from "./backlogs.ts";
import type { Order, Way } from "./orders.ts";
import { inTurn, messages, payloads } from "./payloads.ts";
import { MOST_UNSENT, sent } from "./sent.ts";

/** The ways to send, each for one socket: what they make of it does what is ordered. */
export const senders: Readonly<Record<Way, (socket: WebSocket) => (order: Order) => Promise<void>>> = {
  bare: (socket) => async (order) => {
    for (const message of inTurn(messages[order.size], order.count)) {
      if (socket.bufferedAmount <= MOST_UNSENT) socket.send(message);
      else await sent(socket, message);
    }
  },

  "bare-awaiting": (socket) => async (order) => {
    for (const message of inTurn(messages[order.size], order.count)) await sent(socket, message);
  },

  stream(socket) {
    const writer = webSocketMessages(socket).writable.getWriter();
    return async ({ size, count }) => {
      for (const message of inTurn(messages[size], count)) await writer.write(message);
    };
  },

  connection(socket) {
    const channels = new Accepted(new ServerConnection(webSocketMessages(socket)));
    return async ({ size, count, channels: many, finish }) => {
      const each = count / many;
      const write = async (writer: Writer, at: number): Promise<void> => {
        // Little code, as a thousand of these are no part of what is measured.
        const from = payloads[size];
        for (let n = at * each; n < (at + 1) * each; n++) await writer.write(from[n % from.length] as Uint8Array);
        if (finish) await writer.close();
      };
      await Promise.all((await channels.first(many)).map(write));
      if (finish) channels.forget(many);
    };
  },

  backlog: (socket) => backlogs(new ServerConnection(webSocketMessages(socket))),

  "bare-backlog": bareBacklogs,
};
