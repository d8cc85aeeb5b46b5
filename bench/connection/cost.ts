import { medianOf } from "../measure.ts";

/** Processor time of both sides. */
export interface Cost {
  readonly sending: number;
  readonly receiving: number;
}

/** How much more something costs both sides together: the median over runs that were made in turn. */
export function costRatio(of: readonly Cost[], to: readonly Cost[]): number {
  const total = (cost: Cost | undefined): number => (cost ? cost.sending + cost.receiving : Number.NaN);
  return medianOf(of.map((cost, at) => total(cost) / total(to[at])));
}
