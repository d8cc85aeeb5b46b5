import { type AnyFrame, type FrameFamily, notificationFrames, runLoopFrames } from "../../lib/mod.ts";
import { type Cost, compare, costsOf, type Figure } from "../figure.ts";
import { drain } from "../hand/drain.ts";
import { naiveDecoder, naiveGuard } from "../hand/naive.ts";
import { naiveChunk, naiveNotification } from "../hand/naive_schemas.ts";
import { readByHand, uncheckedStage } from "../hand/unchecked.ts";
import { type Case, timeInTurn } from "../measure.ts";
import { chunks, notifications, source } from "../workloads.ts";
import type { Part } from "./part.ts";
import { waysToRead } from "./ways_to_read.ts";

/** Rows 1, 2 and 3: what it costs to read a channel typed, checked and guarded. */
export const decodePart: Part = async ({ amounts: { messages: count, repetitions }, clock }) => {
  const figures: Figure[] = [];
  const costs: Cost[] = [];
  const workloads = {
    A: casesOf(notifications().messages, notificationFrames, naiveNotification),
    B: casesOf(chunks().messages, runLoopFrames, naiveChunk),
  };
  for (const [workload, cases] of Object.entries(workloads)) {
    const times = await timeInTurn(cases, { count, repetitions, clock: clock.now });
    figures.push(
      compare(`1, ${workload}`, times, "readFrames", "H1"),
      compare(`2, ${workload}`, times, "one stage", "H2"),
      compare(`3, one stage, ${workload}`, times, "one stage", "H3"),
      compare(`3, two stages, ${workload}`, times, "two stages", "H3"),
    );
    costs.push(...costsOf(times, workload, count));
  }
  return { figures, costs };
};

/** The ways to read a channel: those by hand, and ours. */
function casesOf<F extends AnyFrame>(
  messages: readonly Uint8Array[],
  family: FrameFamily<F>,
  schema: Parameters<typeof naiveDecoder>[0],
): Readonly<Record<string, Case>> {
  const open = (count: number): ReadableStream<Uint8Array> => source(messages, count);
  return {
    H1: (count) => readByHand(open(count)),
    H2: (count) => drain(open(count).pipeThrough(uncheckedStage())),
    H3: (count) => drain(open(count).pipeThrough(naiveDecoder(schema)).pipeThrough(naiveGuard())),
    ...waysToRead(messages, family),
  };
}
