import type { Amounts } from "../amounts.ts";
import type { Clock } from "../clock.ts";
import type { Findings } from "../figure.ts";

/** What a part measures with. */
export interface Instruments {
  readonly amounts: Amounts;
  readonly clock: Clock;
}

/** One part of the benchmark. Needs nothing but what every runtime has. */
export type Part = (instruments: Instruments) => Promise<Omit<Findings, "clock">>;
