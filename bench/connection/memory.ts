import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { medianOf } from "../measure.ts";
import type { HeapState } from "./idle_channels.ts";
import { printTable } from "./table.ts";
import type { Goal } from "./verdicts.ts";

/** What an idle channel takes, by what has been done with it; in a process of its own. */
export async function measureMemory(repetitions: number): Promise<readonly Goal[]> {
  const runs: (readonly HeapState[])[] = [];
  for (let at = 0; at < repetitions; at++) runs.push(await measureOnce());
  const states = (runs[0] ?? []).map(({ name }, at) => {
    const median = (pick: (state: HeapState) => number): number =>
      medianOf(runs.flatMap((run) => run[at] ?? []).map(pick));
    return { name, bytes: median(({ bytes }) => bytes), platform: median(({ platform }) => platform) };
  });
  printTable(
    "Bytes of an idle channel, of 10,000",
    ["in all", "platform", "ours"],
    Object.fromEntries(states.map(({ name, bytes, platform }) => [name, [bytes, platform, bytes - platform]])),
  );
  return states.map(({ name, bytes, platform }) => ({
    name: `idle channel, less the platform's stream: ${name}`,
    figure: bytes - platform,
    most: 2000,
    unit: " B",
  }));
}

async function measureOnce(): Promise<readonly HeapState[]> {
  const child = fork(fileURLToPath(new URL("heap.mjs", import.meta.url)), { execArgv: ["--expose-gc"] });
  const [states] = (await once(child, "message")) as [readonly HeapState[]];
  return states;
}
