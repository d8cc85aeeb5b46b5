import { ClientConnection } from "../../lib/connection/mod.ts";
import { webSocketMessages } from "../../lib/websocket/mod.ts";
import { medianOf, ratiosTo, timeInTurn, warmUp } from "../measure.ts";
import { costRatio } from "./cost.ts";
import { Exchange } from "./exchange.ts";
import type { Size } from "./orders.ts";
import type { PeerProcess } from "./peer_process.ts";
import { printTable } from "./table.ts";
import { Tally } from "./tally.ts";
import type { Goal } from "./verdicts.ts";

const base = "bare, awaits beyond 256 KiB unsent";

/** Messages over a socket between two processes: bare, as a stream, and through a connection of few and many channels. */
export async function measureThroughput(
  peer: PeerProcess,
  size: Size,
  { count, repetitions }: { readonly count: number; readonly repetitions: number },
): Promise<readonly Goal[]> {
  const one = connection(peer, 1, size);
  const thousand = connection(peer, 1000, size);
  const exchanges: Readonly<Record<string, Exchange>> = {
    [base]: bare(peer, "bare", size),
    "bare, awaits each send callback": bare(peer, "bare-awaiting", size),
    "webSocketMessages, awaits each write": stream(peer, size),
    "connection, 1 channel": one,
    "connection, 10 channels": connection(peer, 10, size),
    "connection, 1,000 channels": thousand,
  };
  const cases = Object.fromEntries(Object.entries(exchanges).map(([name, { run }]) => [name, run]));
  const times = await timeInTurn(cases, { count, repetitions });
  const costsOf = (exchange: Exchange | undefined) => exchange?.costs.slice(warmUp) ?? [];
  const lines = ratiosTo(base, times, count).map(({ name, median, lowest, highest, nanoseconds }) => {
    const costs = costsOf(exchanges[name]);
    const sending = medianOf(costs.map((cost) => cost.sending));
    const receiving = medianOf(costs.map((cost) => cost.receiving));
    const toOne = costRatio(costs, costsOf(one));
    return [name, [median, lowest, highest, 1e6 / nanoseconds, sending, receiving, toOne]] as const;
  });
  printTable(
    `Over a socket, ${size}; µs of processor time`,
    ["× bare", "lowest", "highest", "k msg/s", "sending", "receiving", "× 1 channel"],
    Object.fromEntries(lines),
  );
  return [
    {
      name: `cost of a message of ${size} with 1,000 channels, to that with one`,
      figure: costRatio(costsOf(thousand), costsOf(one)),
      most: 1.3,
      must: { tolerance: 0.1 },
    },
    {
      name: `cost of a message of ${size} with 1,000 channels, to that on the bare socket`,
      figure: costRatio(costsOf(thousand), costsOf(exchanges[base])),
      most: 2,
    },
  ];
}

function bare(peer: PeerProcess, way: "bare" | "bare-awaiting", size: Size): Exchange {
  const tally = new Tally();
  const line = peer.line(way);
  line.socket.on("message", tally.add);
  return new Exchange(line, tally, { size, channels: 0 });
}

function stream(peer: PeerProcess, size: Size): Exchange {
  const tally = new Tally();
  const line = peer.line("stream");
  tally.drain(webSocketMessages(line.socket).readable);
  return new Exchange(line, tally, { size, channels: 0 });
}

function connection(peer: PeerProcess, channels: number, size: Size): Exchange {
  const tally = new Tally();
  const line = peer.line("connection");
  const scope = new ClientConnection(webSocketMessages(line.socket)).open(new Uint8Array());
  for (let opened = 0; opened < channels; opened++) tally.drain(scope.channel(new Uint8Array()).readable);
  return new Exchange(line, tally, { size, channels });
}
