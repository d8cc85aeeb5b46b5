import { runLoopFrames } from "../../lib/mod.ts";
import { compare, costsOf } from "../figure.ts";
import { readByHand } from "../hand/unchecked.ts";
import { timeInTurn } from "../measure.ts";
import { largeMessages, source } from "../workloads.ts";
import type { Part } from "./part.ts";
import { waysToRead } from "./ways_to_read.ts";

/** Row 8: what it costs to read messages of 64 KiB, in any way. */
export const largePart: Part = async ({ amounts: { large: count, repetitions }, clock }) => {
  const { messages } = largeMessages();
  const ways = waysToRead(messages, runLoopFrames);
  const times = await timeInTurn(
    { H1: (many) => readByHand(source(messages, many)), ...ways },
    { count, repetitions, clock: clock.now },
  );
  return {
    figures: Object.keys(ways).map((way) => compare(`8, ${way}`, times, way, "H1")),
    costs: costsOf(times, "C", count),
  };
};
