import { type Entry, entries } from "./budgets.ts";
import { bundlers } from "./bundle_size.ts";
import { verdictOf } from "./size_verdict.ts";

/** An entry as one bundler bundled it. */
export interface MeasuredEntry {
  readonly entry: Entry;
  readonly bundler: string;
  readonly minified: number;
  readonly gzipped: number;
  /** `ok`, or what is wrong with it. */
  readonly verdict: string;
}

/** Bundles every entry with every bundler. */
export async function measureEntries(): Promise<readonly MeasuredEntry[]> {
  const measured: MeasuredEntry[] = [];
  for (const entry of entries) {
    for (const [bundler, sizeBy] of Object.entries(bundlers)) {
      const size = await sizeBy(entry.imports, entry.from);
      measured.push({ entry, bundler, ...size, verdict: verdictOf(entry, size) });
    }
  }
  return measured;
}
