import { GuardedDecoderStream, readFrames, runLoopFrames } from "../../lib/mod.ts";
import { type Figure, figureOf } from "../figure.ts";
import { findHeap, type Heap } from "../heap.ts";
import { chunks, source } from "../workloads.ts";
import type { Part } from "./part.ts";

/** After how many messages the reader lets other tasks have their turn. */
const rest = 2000;

/** Row 9: whether what is kept grows with the messages that came, when the reader is slow. */
export const memoryPart: Part = async ({ amounts: { watched: count } }) => {
  const heap = await findHeap();
  const { messages } = chunks();
  const ways = {
    readFrames: () => readFrames(source(messages, count), runLoopFrames).getReader(),
    "one stage": () => source(messages, count).pipeThrough(new GuardedDecoderStream(runLoopFrames)).getReader(),
  };
  if (heap === undefined) {
    const reason = "this runtime does not tell what is on the heap";
    return { figures: [], costs: [], lacks: Object.keys(ways).map((way) => ({ target: `9, heap, ${way}`, reason })) };
  }
  const figures: Figure[] = [];
  for (const [way, open] of Object.entries(ways)) {
    figures.push(figureOf(`9, heap, ${way}`, [await growthOf(open(), count, heap)]));
  }
  return { figures, costs: [] };
};

/** How much more is on the heap at the end than after a tenth, in MB. */
async function growthOf(reader: ReadableStreamDefaultReader<unknown>, count: number, heap: Heap): Promise<number> {
  let early = Number.NaN;
  let late = Number.NaN;
  for (let came = 0; ; came++) {
    if (came === count / 10) early = await heap();
    if (came === count) late = await heap();
    if (came % rest === 0) await new Promise((resolve) => setTimeout(resolve));
    if ((await reader.read()).done) {
      if (came !== count) throw new Error(`${came} of ${count} messages came out`);
      return (late - early) / 1e6;
    }
  }
}
