import type { Usage } from "./agentic_loop_chunk.ts";
import type { UsageTotal } from "./coalesced_chunk.ts";

/** Adds a usage chunk to what was used before. */
export function addUsage<N>(total: UsageTotal<N> | undefined, usage: Usage<N>): UsageTotal<N> {
  const { completion_tokens, prompt_tokens, total_tokens } = usage;
  if (total === undefined) return { completion_tokens, prompt_tokens, total_tokens };
  return {
    completion_tokens: add(total.completion_tokens, completion_tokens),
    prompt_tokens: add(total.prompt_tokens, prompt_tokens),
    total_tokens: add(total.total_tokens, total_tokens),
  };
}

/** A number and a bigint make a bigint: the decoder has checked that both are whole. */
function add<N>(left: N, right: N): N {
  const bothNumbers = typeof left === "number" && typeof right === "number";
  return (bothNumbers ? left + right : toBigInt(left) + toBigInt(right)) as N;
}

function toBigInt(value: unknown): bigint {
  return typeof value === "bigint" ? value : BigInt(Number(value));
}
