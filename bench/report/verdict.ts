import type { Target } from "./target.ts";

/** By how much a figure may miss its must before that counts: machines are noisy. */
export const noise = 0.1;

/** How a figure met its target: the aim, the must, neither by no more than the noise, or neither. */
export type Verdict = "aim" | "must" | "near" | "missed";

/** The must of a target in a runtime. */
export function mustOf({ must, mustIn }: Target, runtime: string): number {
  return mustIn?.[runtime] ?? must;
}

/** @param value a figure; one that is no number misses everything */
export function verdictOf(target: Target, runtime: string, value: number): Verdict {
  const must = mustOf(target, runtime);
  const meets = (limit: number): boolean => (target.sense === "least" ? value >= limit : value <= limit);
  if (meets(target.aim)) return "aim";
  if (meets(must)) return "must";
  return meets(target.sense === "least" ? must - noise : must + noise) ? "near" : "missed";
}
