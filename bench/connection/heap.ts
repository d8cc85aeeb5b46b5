/** A process that opens channels that stay idle, in one state after the other, and says what each of them takes. */
import { setImmediate as turn } from "node:timers/promises";
import { type HeapState, idleChannels, type Open } from "./idle_channels.ts";

const COUNT = 10_000;

async function bytesInUse(): Promise<number> {
  for (let at = 0; at < 2; at++) {
    await turn();
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function bytesOf(open: Open): Promise<number> {
  // What is compiled and made once is not counted.
  const kept = [await open(100)];
  const before = await bytesInUse();
  kept.push(await open(COUNT));
  const bytes = (await bytesInUse()) - before;
  // To keep them until here.
  return kept.length > 0 ? bytes / COUNT : Number.NaN;
}

const states: HeapState[] = [];
for (const { name, open, platform } of idleChannels) {
  states.push({ name, bytes: await bytesOf(open), platform: platform ? await bytesOf(platform) : 0 });
}
process.send?.(states, () => process.exit());
