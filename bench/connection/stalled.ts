import { ClientConnection, type ClientScope } from "../../lib/connection/mod.ts";
import { webSocketMessages } from "../../lib/websocket/mod.ts";
import { ratiosTo, timeInTurn, warmUp } from "../measure.ts";
import { type Cost, costRatio } from "./cost.ts";
import { cpuTime } from "./cpu_time.ts";
import type { PeerProcess } from "./peer_process.ts";
import { printTable } from "./table.ts";
import { Tally } from "./tally.ts";
import type { Goal } from "./verdicts.ts";

const NEIGHBOURS = 9;
const base = "ten channels, all of them read";
const stalled = "nine read, one that nobody reads, cut";

/** What it costs nine channels that a tenth, which is sent as much, is not read, under `whenFull: "cut"`. */
export async function measureStalled(
  peer: PeerProcess,
  { each, repetitions }: { readonly each: number; readonly repetitions: number },
): Promise<readonly Goal[]> {
  const count = NEIGHBOURS * each;
  const subjects: Readonly<Record<string, Nine>> = {
    [base]: new Nine(peer, 10, "read"),
    [stalled]: new Nine(peer, 10, "leave"),
    "nine channels, all of them read": new Nine(peer, 9, "leave"),
  };
  const cases = Object.fromEntries(Object.entries(subjects).map(([name, { run }]) => [name, run]));
  const times = await timeInTurn(cases, { count, repetitions });
  const costsOf = (name: string): readonly Cost[] => subjects[name]?.costs.slice(warmUp) ?? [];
  const lines = ratiosTo(base, times, count).map(({ name, median, lowest, highest, nanoseconds }) => {
    return [name, [median, lowest, highest, 1e6 / nanoseconds, costRatio(costsOf(name), costsOf(base))]] as const;
  });
  printTable(
    "Until nine channels have got theirs, 200 B",
    ["× ten", "lowest", "highest", "k msg/s", "× processor time"],
    Object.fromEntries(lines),
  );
  return [
    {
      name: "cost of nine channels beside one that stalls, to beside one that is read",
      figure: costRatio(costsOf(stalled), costsOf(base)),
      most: 1.05,
    },
  ];
}

/** Opens channels in each run, and waits until the first nine have got all of theirs. */
class Nine {
  readonly costs: Cost[] = [];
  readonly #order: (count: number) => Promise<number>;
  readonly #scope: ClientScope;
  readonly #channels: number;
  readonly #others: "read" | "leave";

  constructor(peer: PeerProcess, channels: number, others: "read" | "leave") {
    const line = peer.line("connection");
    this.#order = (count) => line.order({ size: "200 B", count, channels, finish: true });
    this.#scope = new ClientConnection(webSocketMessages(line.socket), { whenFull: "cut" }).open(new Uint8Array());
    this.#channels = channels;
    this.#others = others;
  }

  readonly run = async (count: number): Promise<number> => {
    const before = cpuTime();
    const tally = new Tally();
    const all = tally.expect(count);
    for (let at = 0; at < this.#channels; at++) {
      const channel = this.#scope.channel(new Uint8Array());
      if (at < NEIGHBOURS) tally.drain(channel.readable);
      else if (this.#others === "read") new Tally().drain(channel.readable);
    }
    const sent = this.#order((count / NEIGHBOURS) * this.#channels);
    const came = await all;
    this.costs.push({ sending: await sent, receiving: cpuTime() - before });
    return came;
  };
}
