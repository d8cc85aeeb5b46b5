import { type AssistantToolCall, CoalescedChunksStream, coalesce, type RunLoopFrame } from "../../lib/mod.ts";
import { compare, costsOf } from "../figure.ts";
import { callFragments, fragmentsIn } from "../fragments.ts";
import { timeInTurn } from "../measure.ts";
import type { Part } from "./part.ts";

const many = 100;

/** Row 12: whether it costs more to put fragments together when they belong to many tool calls that run side by side. */
export const coalescePart: Part = async ({ amounts: { fragments: count, repetitions }, clock }) => {
  const one = callFragments(count, 1);
  const several = callFragments(count, many);
  const times = await timeInTurn(
    {
      "coalesce, 1 call": () => fragmentsIn(coalesce(one).chunks, 1),
      [`coalesce, ${many} calls`]: () => fragmentsIn(coalesce(several).chunks, many),
      "CoalescedChunksStream, 1 call": () => stream(one, 1),
      [`CoalescedChunksStream, ${many} calls`]: () => stream(several, many),
    },
    { count, repetitions, clock: clock.now },
  );
  return {
    figures: [
      compare("12, coalesce", times, `coalesce, ${many} calls`, "coalesce, 1 call"),
      compare("12, stream", times, `CoalescedChunksStream, ${many} calls`, "CoalescedChunksStream, 1 call"),
    ],
    costs: costsOf(times, "fragments", count),
  };
};

/** The same as the fragments stream in. */
async function stream(fragments: readonly AssistantToolCall[], calls: number): Promise<number> {
  let at = 0;
  const frames = new ReadableStream<RunLoopFrame>({
    pull(controller) {
      const chunk = fragments[at++];
      if (chunk === undefined) controller.close();
      else controller.enqueue({ type: "chunk", chunk });
    },
  });
  const reader = frames.pipeThrough(new CoalescedChunksStream()).getReader();
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return fragmentsIn(chunks, calls);
    if (value.type === "chunk") chunks.push(value.chunk);
  }
}
