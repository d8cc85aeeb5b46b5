import { GuardedDecoderStream, readFrames, runLoopFrames } from "../../lib/mod.ts";
import { compare, costsOf } from "../figure.ts";
import { drain, iterate } from "../hand/drain.ts";
import { identity } from "../hand/identity.ts";
import { timeInTurn } from "../measure.ts";
import { chunks, source } from "../workloads.ts";
import type { Part } from "./part.ts";

/** Row 11: channels of one message, one after the other, so that what counts is what it takes to set one up. */
export const openPart: Part = async ({ amounts: { openings, repetitions }, clock }) => {
  const { messages } = chunks();
  const inTurn = async (
    count: number,
    read: (messages: ReadableStream<Uint8Array>) => Promise<number>,
  ): Promise<number> => {
    let came = 0;
    for (let opened = 0; opened < count; opened++) came += await read(source(messages, 1));
    return came;
  };
  const times = await timeInTurn(
    {
      "identity stage": (count) => inTurn(count, (open) => drain(open.pipeThrough(identity()))),
      "one stage": (count) => inTurn(count, (open) => drain(open.pipeThrough(new GuardedDecoderStream(runLoopFrames)))),
      readFrames: (count) => inTurn(count, (open) => iterate(readFrames(open, runLoopFrames))),
    },
    { count: openings, repetitions, clock: clock.now },
  );
  return {
    figures: [
      compare("11, one stage", times, "one stage", "identity stage"),
      compare("11, readFrames", times, "readFrames", "identity stage"),
    ],
    costs: costsOf(times, "channels of one message, B", openings),
  };
};
