import { parseArgs } from "node:util";
import type { Runtime } from "../../spec/runtimes/runner/runtime.ts";
import { runtimes, thisNode } from "../../spec/runtimes/runner/runtimes.ts";
import { isPartName, type PartName, partNames } from "./part_files.ts";

/** What to measure, and where. */
export interface BenchOptions {
  readonly parts: readonly PartName[];
  readonly runtimes: readonly Runtime[];
  /** Runs every case a little, and judges nothing. */
  readonly quick: boolean;
  /** Whether `results.md` is written. */
  readonly write: boolean;
}

/** Nothing is measured there: WebKit and workerd have clocks that are too coarse. */
const unmeasured = ["webkit", "workerd"];

const measurable: readonly Runtime[] = runtimes.filter(({ key }) => !unmeasured.includes(key));

/**
 * Reads the command line.
 *
 * @throws for what it does not know
 */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runtime: { type: "string" },
      quick: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const { quick, runtime } = values;
  const parts = positionals.map((name) => {
    if (!isPartName(name)) throw new Error(`There is no part ${name}; there are ${partNames.join(", ")}`);
    return name;
  });
  const chosen = runtime?.split(",").map(runtimeOf);
  const isFull = parts.length === 0 && chosen === undefined && !quick;
  return {
    parts: parts.length === 0 ? partNames : partNames.filter((name) => parts.includes(name)),
    runtimes: chosen ?? (quick ? [thisNode] : measurable),
    quick,
    write: isFull || values.write,
  };
}

function runtimeOf(key: string): Runtime {
  const all = [thisNode, ...measurable];
  const found = all.find((one) => one.key === key);
  if (found === undefined)
    throw new Error(`There is no runtime ${key}; there are ${all.map((one) => one.key).join(", ")}`);
  return found;
}
