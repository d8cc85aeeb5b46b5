import { runLoopFrames } from "../../lib/mod.ts";
import { type Cost, type Figure, figureOf } from "../figure.ts";
import type { Case } from "../measure.ts";
import { chunks } from "../workloads.ts";
import type { Part } from "./part.ts";
import { waysToRead } from "./ways_to_read.ts";

/** How many short streams stand against a long one, half of them before it and half behind. */
const shortStreams = 10;

/** Row 9: whether a message costs more when many came before it. */
export const growthPart: Part = async ({ amounts: { long, short, pairs }, clock }) => {
  const { readFrames, "one stage": oneStage } = waysToRead(chunks().messages, runLoopFrames);
  const figures: Figure[] = [];
  const costs: Cost[] = [];

  /** In nanoseconds a message. */
  const costOf = async (handle: Case, count: number, times: number): Promise<number> => {
    const start = clock.now();
    for (let time = 0; time < times; time++) {
      const came = await handle(count);
      if (came !== count) throw new Error(`${came} of ${count} messages came out`);
    }
    return ((clock.now() - start) * 1e6) / (count * times);
  };

  for (const [way, handle] of Object.entries({ readFrames, "one stage": oneStage })) {
    const ratios: number[] = [];
    const longCosts: number[] = [];
    await costOf(handle, short, shortStreams);
    for (let pair = 0; pair < pairs; pair++) {
      const before = await costOf(handle, short, shortStreams / 2);
      const ofLong = await costOf(handle, long, 1);
      const behind = await costOf(handle, short, shortStreams / 2);
      ratios.push((2 * ofLong) / (before + behind));
      longCosts.push(ofLong);
    }
    figures.push(figureOf(`9, cost, ${way}`, ratios));
    costs.push({ name: `${way}, B, ${long} messages`, nanoseconds: Math.min(...longCosts) });
  }
  return { figures, costs };
};
