import { medianOf } from "../measure.ts";
import type { PeerProcess } from "./peer_process.ts";
import { printTable } from "./table.ts";
import type { Goal } from "./verdicts.ts";
import { type Delays, type Watch, watchBare, watchChannels } from "./watches.ts";

const CHANNELS = 10;
const inOneLine = "… beside the backlog, written in one loop";
const beside = "… beside the backlog of the tenth";

/** How long messages of quiet channels take when one channel has written very much at once. */
export async function measureFairness(
  peer: PeerProcess,
  { backlog, repetitions }: { readonly backlog: number; readonly repetitions: number },
): Promise<readonly Goal[]> {
  const channels = watchChannels(peer, CHANNELS);
  const bare = watchBare(peer);
  const cases: readonly (readonly [name: string, watch: Watch, count: number])[] = [
    ["nine channels, nothing else", channels, 0],
    [beside, channels, backlog],
    ["bare socket, nothing else", bare, 0],
    [inOneLine, bare, backlog],
  ];
  const delays = new Map<string, Delays[]>(cases.map(([name]) => [name, []]));
  // The first one only warms up.
  for (let repetition = repetitions > 1 ? 0 : 1; repetition <= repetitions; repetition++) {
    for (const [name, { line, take }, count] of cases) {
      await line.order({ size: "200 B", count, channels: CHANNELS });
      // What is sent is not read yet.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const taken = take();
      if (repetition > 0) delays.get(name)?.push(taken);
    }
  }
  const lines = [...delays].map(([name, taken]) => [name, figuresOf(taken)] as const);
  printTable(
    `ms until read; the backlog is of ${backlog} messages`,
    ["from due", "p99", "from write", "p99", "greedy run", "messages"],
    Object.fromEntries(lines),
  );
  const besides = delays.get(beside) ?? [];
  return [
    {
      name: "messages in a row of the greedy channel while another waits",
      figure: Math.max(...besides.flatMap(({ runs }) => runs)),
      most: 2,
    },
    {
      name: "a message beside the backlog, from when it was due, to that on the bare socket",
      figure: dueOf(besides) / dueOf(delays.get(inOneLine) ?? []),
      most: 0.25,
    },
  ];
}

function figuresOf(taken: readonly Delays[]): readonly (number | string)[] {
  const due = taken.flatMap(({ fromDue }) => fromDue);
  const write = taken.flatMap(({ fromWrite }) => fromWrite);
  const runs = taken.flatMap((delays) => delays.runs);
  return [medianOf(due), p99(due), medianOf(write), p99(write), String(Math.max(...runs)), String(runs.length)];
}

const dueOf = (taken: readonly Delays[]): number => medianOf(taken.flatMap(({ fromDue }) => fromDue));

function p99(figures: readonly number[]): number {
  return [...figures].sort((left, right) => left - right)[Math.floor(figures.length * 0.99)] ?? Number.NaN;
}
