import type { Findings } from "../figure.ts";
import type { PartName } from "../runner/part_files.ts";

/** What was found in one runtime. */
export interface Measured {
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly findings: ReadonlyMap<PartName, Findings>;
  /** Parts that broke, and how. */
  readonly broken: ReadonlyMap<PartName, string>;
}
