import type { StartWorker } from "./worker.ts";

/** What the suite is told of its surroundings. */
export interface SuiteOptions {
  /** A server to connect to: for the tests of `./websocket`, once there is one. */
  readonly webSocketUrl?: string | undefined;
  /** Starts a thread where there is no global `Worker`. */
  readonly startWorker?: StartWorker | undefined;
  /**
   * How many milliseconds a test may take. One that takes longer has hung, and failed.
   * @default 2000
   */
  readonly timeLimit?: number | undefined;
}
