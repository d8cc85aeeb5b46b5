import {
  type AnyFrame,
  decodeFrame,
  encodeFrame,
  type FrameFamily,
  notificationFrames,
  runLoopFrames,
} from "../../lib/mod.ts";
import { type Cost, compare, costsOf, type Figure } from "../figure.ts";
import { encodeByHand } from "../hand/naive_encoder.ts";
import { parse } from "../hand/unchecked.ts";
import { type Case, timeInTurn } from "../measure.ts";
import { chunks, notifications } from "../workloads.ts";
import type { Part } from "./part.ts";

/** Row 6: what it costs to write a message that a peer will read, against writing it by hand. */
export const encodePart: Part = async ({ amounts: { messages: count, repetitions }, clock }) => {
  const figures: Figure[] = [];
  const costs: Cost[] = [];
  const workloads = {
    A: casesOf(notifications().messages, notificationFrames),
    B: casesOf(chunks().messages, runLoopFrames),
  };
  for (const [workload, cases] of Object.entries(workloads)) {
    const times = await timeInTurn(cases, { count, repetitions, clock: clock.now });
    figures.push(compare(`6, ${workload}`, times, "encodeFrame", "by hand"));
    costs.push(...costsOf(times, workload, count));
  }
  return { figures, costs };
};

function casesOf<F extends AnyFrame>(messages: readonly Uint8Array[], family: FrameFamily<F>): Record<string, Case> {
  const values = messages.map(parse);
  const frames = messages.map((message) => decodeFrame(family, message));
  return {
    "by hand": (count) => countOf(count, values, (value) => encodeByHand(0, value)),
    encodeFrame: (count) => countOf(count, frames, (frame) => encodeFrame(family, frame)),
  };
}

/** Writes `count` of the values, over and over. @returns how many messages came of it, with a tag and a body */
function countOf<T>(count: number, values: readonly T[], write: (value: T) => Uint8Array): number {
  let came = 0;
  for (let at = 0; at < count; ) {
    for (const value of values) {
      if (at++ === count) break;
      const message = write(value);
      if (message[0] === 0 && message.length > 2) came++;
    }
  }
  return came;
}
