import { checkOption } from "./check_option.ts";
import type { IntegerMode } from "./json_value.ts";

/** Options of everything that decodes or encodes. */
export interface FrameOptions<M extends IntegerMode = IntegerMode> {
  /**
   * The largest message in bytes, tag byte included. A larger one is refused before anything else is done with it.
   * @default 67_108_864 (64 MiB)
   */
  readonly maxMessageBytes?: number | undefined;
  /**
   * How many levels of arrays and objects a body may nest.
   * @default 127 (the reference reads 127 levels and refuses the 128th)
   */
  readonly maxDepth?: number | undefined;
  /**
   * How integers beyond ±2^53 arrive, and whether a `bigint` may be written.
   * @default "number"
   */
  readonly integers?: M | undefined;
}

/** The same, complete and checked. */
export interface Limits {
  readonly maxMessageBytes: number;
  readonly maxDepth: number;
  readonly integers: IntegerMode;
}

/** @throws {TypeError} for an option that has no sense. */
export function toLimits(options: FrameOptions = {}): Limits {
  const { maxMessageBytes = 67_108_864, maxDepth = 127, integers = "number" } = options;
  checkOption("maxMessageBytes", isSize(maxMessageBytes));
  checkOption("maxDepth", isSize(maxDepth));
  checkOption("integers", integers === "number" || integers === "bigint");
  return { maxMessageBytes, maxDepth, integers };
}

/** A whole number from 0, or Infinity. */
function isSize(value: number): boolean {
  return value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
}
