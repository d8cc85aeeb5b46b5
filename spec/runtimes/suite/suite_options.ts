import type { StartWorker } from "./worker.ts";

/** What the suite is told of its surroundings. */
export interface SuiteOptions {
  /** The runner's server of WebSockets. */
  readonly webSocketUrl?: string | undefined;
  /** The same for what `served/` has to serve, by the sockets that this runtime itself gives to servers. */
  readonly ownServerUrl?: string | undefined;
  /** Starts a thread where there is no global `Worker`. */
  readonly startWorker?: StartWorker | undefined;
  /**
   * How many milliseconds each test may take. One that takes longer has hung, and failed.
   * @default what the test says itself, or 2000
   */
  readonly timeLimit?: number | undefined;
}
