import type { Case } from "../measure.ts";
import type { Cost } from "./cost.ts";
import { cpuTime } from "./cpu_time.ts";
import type { Order } from "./orders.ts";
import type { Line } from "./peer_process.ts";
import type { Tally } from "./tally.ts";

/** Messages from the other process to this one, and what they cost. */
export class Exchange {
  /** Of each run, in microseconds a message. */
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
