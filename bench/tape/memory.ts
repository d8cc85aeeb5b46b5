import { setImmediate as turn } from "node:timers/promises";
import { replay, TapeDecoderStream, TapeEncoderStream, TapeRecorder } from "../../lib/tape/mod.ts";
import { printTable } from "../connection/table.ts";
import type { Goal } from "../connection/verdicts.ts";
import { notifications, source } from "../workloads.ts";

const { messages } = notifications();

/** The most that is in use on a long way, garbage aside, beyond what was in use after its first tenth. */
export async function measureMemory(count: number): Promise<readonly Goal[]> {
  const open = (): ReadableStream<Uint8Array> => source(messages, count);
  const streams: Readonly<Record<string, () => ReadableStream<unknown>>> = {
    "recorded, the tape read": () => {
      const recorder = new TapeRecorder();
      recorder.tape.pipeTo(new WritableStream()).catch(() => {});
      return open().pipeThrough(recorder);
    },
    "recorded, the tape unread, 1 MiB of it allowed": () => {
      const recorder = new TapeRecorder({ maxQueuedBytes: 2 ** 20 });
      return open().pipeThrough(recorder);
    },
    "written and decoded": () => open().pipeThrough(new TapeEncoderStream()).pipeThrough(new TapeDecoderStream()),
    "written and replayed": () => replay(open().pipeThrough(new TapeEncoderStream())),
  };
  const figures: Record<string, readonly number[]> = {};
  for (const [name, stream] of Object.entries(streams)) figures[name] = [(await growthOf(stream(), count)) / 1024];
  printTable(`Growth over ${count.toLocaleString("en-US")} messages`, ["KiB"], figures);
  return Object.entries(figures).map(([name, [figure = Number.NaN]]) => ({
    name: `growth: ${name}`,
    figure,
    most: 2048,
    unit: " KiB",
    must: { tolerance: 1024 },
  }));
}

async function growthOf(stream: ReadableStream<unknown>, count: number): Promise<number> {
  const reader = stream.getReader();
  const mark = Math.floor(count / 10);
  let before = 0;
  let most = 0;
  for (let came = 0; !(await reader.read()).done; came++) {
    if (came % mark !== mark - 1) continue;
    const now = await bytesInUse();
    if (came === mark - 1) before = now;
    else most = Math.max(most, now - before);
  }
  return most;
}

async function bytesInUse(): Promise<number> {
  await turn();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
