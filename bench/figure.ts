import { medianOf, type Times } from "./measure.ts";

/** One figure of the table: a ratio, or whatever its target counts. */
export interface Figure {
  /** The target that it is for. */
  readonly target: string;
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** What a case took of itself. */
export interface Cost {
  readonly name: string;
  /** The fastest repetition, in nanoseconds a message. Only ratios compare well: machines drift. */
  readonly nanoseconds: number;
}

/** What one part of the benchmark found in one runtime. All of it is data, so that any runtime can hand it over as JSON. */
export interface Findings {
  readonly clock: "processor" | "wall";
  readonly figures: readonly Figure[];
  readonly costs: readonly Cost[];
  /** Why a target has no figure here. */
  readonly lacks?: readonly { readonly target: string; readonly reason: string }[];
}

/** The figure for repetitions that came out so. */
export function figureOf(target: string, all: readonly number[]): Figure {
  return { target, median: medianOf(all), lowest: Math.min(...all), highest: Math.max(...all) };
}

/** Compares two cases repetition by repetition, so that a machine that changes its speed changes both. */
export function compare(target: string, times: Times, own: string, base: string): Figure {
  const bases = timesOf(times, base);
  return figureOf(
    target,
    timesOf(times, own).map((time, at) => time / (bases[at] ?? Number.NaN)),
  );
}

/** What each case took, in the words of the table. */
export function costsOf(times: Times, workload: string, count: number): readonly Cost[] {
  return [...times].map(([name, all]) => ({
    name: `${name}, ${workload}`,
    nanoseconds: (Math.min(...all) * 1e6) / count,
  }));
}

function timesOf(times: Times, name: string): readonly number[] {
  const all = times.get(name);
  if (all === undefined) throw new Error(`No case is called ${name}`);
  return all;
}
