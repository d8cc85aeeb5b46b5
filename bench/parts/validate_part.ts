import { isServerNotification } from "../../lib/mod.ts";
import { acceptsChunk } from "../../lib/run-loop/accepts_chunk.ts";
import { type Cost, compare, costsOf, type Figure } from "../figure.ts";
import { parse } from "../hand/unchecked.ts";
import { timeInTurn } from "../measure.ts";
import { chunks, notifications } from "../workloads.ts";
import type { Part } from "./part.ts";

/** A check takes next to nothing: it needs longer slices than the rest. */
const longer = 20;

/** Row 5: what it costs to check a valid message, against parsing its JSON. */
export const validatePart: Part = async ({ amounts: { messages, repetitions }, clock }) => {
  const count = longer * messages;
  const figures: Figure[] = [];
  const costs: Cost[] = [];
  const workloads = {
    A: { workload: notifications(), accepts: isServerNotification },
    B: { workload: chunks(), accepts: acceptsChunk },
  };
  for (const [name, { workload, accepts }] of Object.entries(workloads)) {
    const values: readonly unknown[] = workload.messages.map(parse);
    const texts = values.map((value) => JSON.stringify(value));
    const times = await timeInTurn(
      {
        "JSON.parse": (many) => countOf(many, texts, (text) => Object(JSON.parse(text)) !== null),
        validate: (many) => countOf(many, values, accepts),
      },
      { count, repetitions, clock: clock.now },
    );
    figures.push(compare(`5, ${name}`, times, "validate", "JSON.parse"));
    costs.push(...costsOf(times, name, count));
  }
  return { figures, costs };
};

/** Goes through `many` values, over and over. @returns how many were good */
function countOf<T>(many: number, values: readonly T[], isGood: (value: T) => boolean): number {
  let good = 0;
  for (let at = 0; at < many; ) {
    for (const value of values) {
      if (at++ === many) break;
      if (isGood(value)) good++;
    }
  }
  return good;
}
