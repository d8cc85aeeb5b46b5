import { readFrames, runLoopFrames } from "../../lib/mod.ts";
import { compare, costsOf } from "../figure.ts";
import { drain, iterate } from "../hand/drain.ts";
import { identity } from "../hand/identity.ts";
import { timeInTurn } from "../measure.ts";
import { chunks, source } from "../workloads.ts";
import type { Part } from "./part.ts";

const each = 20;

/** Row 10: many short channels at the same time. */
export const channelsPart: Part = async ({ amounts: { channels, repetitions }, clock }) => {
  const { messages } = chunks();
  const count = channels * each;
  const atOnce = async (read: (messages: ReadableStream<Uint8Array>) => Promise<number>): Promise<number> => {
    const came = await Promise.all(Array.from({ length: channels }, () => read(source(messages, each))));
    return came.reduce((sum, one) => sum + one, 0);
  };
  const times = await timeInTurn(
    {
      "identity stage": () => atOnce((open) => drain(open.pipeThrough(identity()))),
      readFrames: () => atOnce((open) => iterate(readFrames(open, runLoopFrames))),
    },
    { count, repetitions, clock: clock.now },
  );
  return {
    figures: [compare("10", times, "readFrames", "identity stage")],
    costs: costsOf(times, `${channels} channels of ${each}, B`, count),
  };
};
