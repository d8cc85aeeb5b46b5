import { MessageGuard } from "../../lib/mod.ts";
import { type Cost, compare, costsOf, type Figure } from "../figure.ts";
import { drain } from "../hand/drain.ts";
import { identity } from "../hand/identity.ts";
import { naiveGuard, uncheckedDecoder } from "../hand/naive.ts";
import { naiveEncoder } from "../hand/naive_encoder.ts";
import { timeInTurn } from "../measure.ts";
import { chunks, notifications, source } from "../workloads.ts";
import type { Part } from "./part.ts";

/** Row 7: what it costs to pass messages on that nobody here reads. */
export const relayPart: Part = async ({ amounts: { messages: count, repetitions }, clock }) => {
  const figures: Figure[] = [];
  const costs: Cost[] = [];
  for (const [workload, { messages }] of Object.entries({ A: notifications(), B: chunks() })) {
    const open = (many: number) => source(messages, many);
    const times = await timeInTurn(
      {
        MessageGuard: (many) => drain(open(many).pipeThrough(new MessageGuard())),
        "identity stage": (many) => drain(open(many).pipeThrough(identity())),
        "decode, guard, encode": (many) =>
          drain(open(many).pipeThrough(uncheckedDecoder()).pipeThrough(naiveGuard()).pipeThrough(naiveEncoder())),
      },
      { count, repetitions, clock: clock.now },
    );
    figures.push(
      compare(`7, identity, ${workload}`, times, "MessageGuard", "identity stage"),
      compare(`7, chain, ${workload}`, times, "MessageGuard", "decode, guard, encode"),
    );
    costs.push(...costsOf(times, workload, count));
  }
  return { figures, costs };
};
