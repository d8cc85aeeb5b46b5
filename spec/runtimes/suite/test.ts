import type { SuiteOptions } from "./suite_options.ts";

/** One test. It fails by throwing, and is skipped by throwing what {@link skip} throws. */
export interface Test {
  readonly name: string;
  readonly run: (options: SuiteOptions) => void | Promise<void>;
  /** How many milliseconds it may take, if that is not what the options say. */
  readonly timeLimit?: number | undefined;
}

export function test(name: string, run: Test["run"], timeLimit?: number): Test {
  return { name, run, timeLimit };
}

/** Thrown by what cannot be tested here. */
export class Skip {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Gives a test up, as the platform lacks what it is about. */
export function skip(reason: string): never {
  throw new Skip(reason);
}
