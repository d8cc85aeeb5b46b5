import { type Case, medianOf } from "../measure.ts";
import { cpuTime } from "./cpu_time.ts";
import type { Order } from "./orders.ts";
import type { Line } from "./peer_process.ts";
import type { Tally } from "./tally.ts";

/** The processor time of a message, in microseconds. */
export interface Cost {
  readonly sending: number;
  readonly receiving: number;
}

/** Messages from the other process to this one, and what they cost. */
export class Exchange {
  /** Of each run. */
  readonly costs: Cost[] = [];
  readonly #line: Line;
  readonly #tally: Tally;
  readonly #order: Omit<Order, "count">;

  constructor(line: Line, tally: Tally, order: Omit<Order, "count">) {
    this.#line = line;
    this.#tally = tally;
    this.#order = order;
  }

  readonly run: Case = async (count) => {
    const before = cpuTime();
    const all = this.#tally.expect(count);
    const sending = await this.#line.order({ ...this.#order, count });
    const came = await all;
    const receiving = cpuTime() - before;
    this.costs.push({ sending: (sending * 1000) / count, receiving: (receiving * 1000) / count });
    return came;
  };
}

/** How much more a message costs both sides together: the median over the runs, of two that were made in turn. */
export function costRatio(of: readonly Cost[], to: readonly Cost[]): number {
  const total = (cost: Cost | undefined): number => (cost ? cost.sending + cost.receiving : Number.NaN);
  return medianOf(of.map((cost, at) => total(cost) / total(to[at])));
}
