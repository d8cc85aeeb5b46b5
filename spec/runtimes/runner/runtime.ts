import type { Result } from "../suite/result.ts";
import type { PackageUnderTest } from "./package_under_test.ts";

/** One run of the suite: a browser has two, in the page and in a worker. */
export interface Run {
  /** Where in the runtime, if that has several places. */
  readonly place?: string | undefined;
  readonly results: readonly Result[];
}

/** A runtime that is there. */
export interface Found {
  readonly version: string;
  /**
   * Runs the suite and gives back what came of it.
   *
   * @param webSocketUrl a server for the suite to connect to
   * @throws when the runtime does not come to an end, with the reason
   */
  run(under: PackageUnderTest, webSocketUrl: string): Promise<readonly Run[]>;
}

/** A runtime that the suite can be run in. */
export interface Runtime {
  /** What `--only` knows it by. */
  readonly key: string;
  readonly name: string;
  /** How it can be installed, if it is not there. */
  readonly from: "npm" | readonly string[];
  find(): Promise<Found | undefined>;
}
