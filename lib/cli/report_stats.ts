import { countOf, formatBytes, formatCount, formatSpan } from "./amounts.ts";
import { drawSteps, Histogram } from "./histogram.ts";
import { type Entry, nameOf } from "./look_at.ts";
import { type Paint, painter } from "./paint.ts";
import { printable } from "./printable.ts";
import type { Report } from "./report.ts";
import { shorten } from "./shorten.ts";
import { tellVerdict, type Verdict } from "./verdict.ts";

/** So many names are counted apart. A peer may make up any number of them. */
const MOST_NAMES = 200;
const OTHERS = "(others)";

/** Counts, rates, sizes and gaps. Takes no more memory for more messages. */
class Stats {
  readonly sizes = new Histogram();
  readonly gaps = new Histogram();
  readonly kinds = new Map<string, Histogram>();
  dropped = 0;
  firstMs: number | undefined;
  lastMs = 0;
  /** The message before which it was quiet for the longest time. */
  longest: { readonly before: number; readonly ms: number } | undefined;

  take(entry: Entry): void {
    const { ms, n, message, seen } = entry;
    this.sizes.add(message.byteLength);
    if (this.firstMs === undefined) this.firstMs = ms;
    else {
      const gap = ms - this.lastMs;
      this.gaps.add(gap);
      if (gap > (this.longest?.ms ?? 0)) this.longest = { before: n, ms: gap };
    }
    this.lastMs = ms;
    const name = nameOf(seen);
    this.#kind(name ? `${seen.type} ${name}` : seen.type).add(message.byteLength);
  }

  #kind(name: string): Histogram {
    const key = this.kinds.has(name) || this.kinds.size < MOST_NAMES ? name : OTHERS;
    const known = this.kinds.get(key) ?? new Histogram();
    this.kinds.set(key, known);
    return known;
  }
}

/** Nothing for each message, and in the end what they were in all. */
export function statsReport({ colour }: { readonly colour: boolean }): Report {
  const stats = new Stats();
  const paint = painter(colour);
  return {
    entry: (entry) => {
      stats.take(entry);
      return "";
    },
    dropped: (count) => {
      stats.dropped += count;
      return "";
    },
    end: (verdict, ms) => `${draw(stats, verdict, ms, paint).join("\n")}\n`,
  };
}

function draw(stats: Stats, verdict: Verdict, ms: number, paint: Paint): readonly string[] {
  const { sizes, gaps, kinds, longest, dropped } = stats;
  const rows = [...kinds].sort(([, one], [, other]) => other.count - one.count);
  const seconds = ms / 1000;
  const rate = seconds > 0 ? `, ${perSecond(sizes.count / seconds)} a second` : "";
  const flow = seconds > 0 ? `, ${formatBytes(Math.round(sizes.total / seconds))} a second` : "";
  return [
    `${countOf(sizes.count, "message")} in ${formatSpan(ms)}${rate}`,
    `${formatBytes(sizes.total)}${flow}; the smallest ${formatBytes(sizes.min)}, the mean ${formatBytes(Math.round(sizes.mean))}, the largest ${formatBytes(sizes.max)}`,
    ...(dropped > 0 ? [paint("yellow", `${countOf(dropped, "message")} not taped`)] : []),
    ...(rows.length > 0 ? ["", paint("dim", `${"count".padStart(12)}  ${"bytes".padStart(8)}  what`)] : []),
    ...rows.map(([name, { count, total }]) => {
      return `${formatCount(count).padStart(12)}  ${formatBytes(total).padStart(8)}  ${shorten(printable(name), 80)}`;
    }),
    ...(gaps.count > 0 ? ["", paint("dim", "gaps between messages"), ...drawSteps(gaps.steps(), labelOf)] : []),
    ...(longest ? [`the longest, ${formatSpan(longest.ms)}, before message ${longest.before}`] : []),
    "",
    `${paint("bold", verdict.kind)}: ${printable(tellVerdict(verdict))}`,
  ];
}

function perSecond(rate: number): string {
  return rate < 9.95 ? rate.toFixed(1) : formatCount(Math.round(rate));
}

function labelOf({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === 0 ? `under ${formatSpan(to)}` : `${formatSpan(from)} to ${formatSpan(to)}`;
}
