/** Something to measure: handles `count` messages, and returns how many came out at its end. */
export type Case = (count: number) => Promise<number> | number;

/** The ratios of one case to the base, over all repetitions. */
export interface Ratio {
  readonly name: string;
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  /** The fastest repetition, in nanoseconds a message. Only ratios compare well: machines drift. */
  readonly nanoseconds: number;
}

/** How long each repetition of each case took, in milliseconds. */
export type Times = ReadonlyMap<string, readonly number[]>;

/** Repetitions that are not counted. */
export const warmUp = 2;

/** The middle one. */
export function medianOf(figures: readonly number[]): number {
  return [...figures].sort((left, right) => left - right)[figures.length >> 1] ?? Number.NaN;
}

/** How to measure. */
export interface Measuring {
  readonly count: number;
  readonly repetitions: number;
  /** In milliseconds. By default that of the wall. */
  readonly clock?: () => number;
}

/** Runs the cases in turn, in another order each time: what one leaves behind, the next may have to clear away. */
export async function timeInTurn(
  cases: Readonly<Record<string, Case>>,
  { count, repetitions, clock = () => performance.now() }: Measuring,
): Promise<Times> {
  const all = Object.entries(cases);
  const times = new Map<string, number[]>(all.map(([name]) => [name, []]));
  for (let repetition = 0; repetition < warmUp + repetitions; repetition++) {
    for (const [name, handle] of shuffled(all)) {
      const start = clock();
      const came = await handle(count);
      const time = clock() - start;
      if (came !== count) throw new Error(`${name}: ${came} of ${count} messages came out`);
      if (repetition >= warmUp) times.get(name)?.push(time);
    }
  }
  return times;
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  const drawn = items.map((item) => [Math.random(), item] as const).sort(([left], [right]) => left - right);
  return drawn.map(([, item]) => item);
}

/**
 * Compares each case with the base *of the same repetition*, so that a machine that changes its speed changes both.
 */
export function ratiosTo(base: string, times: Times, count: number): readonly Ratio[] {
  const bases = times.get(base) ?? [];
  return [...times].map(([name, own]) => {
    const ratios = own.map((time, at) => time / (bases[at] ?? Number.NaN));
    return {
      name,
      median: medianOf(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      nanoseconds: (Math.min(...own) * 1e6) / count,
    };
  });
}

/** Runs the cases in turn, and compares each with the base. */
export async function interleave(
  cases: Readonly<Record<string, Case>>,
  { base, ...measuring }: Measuring & { readonly base: string },
): Promise<readonly Ratio[]> {
  return ratiosTo(base, await timeInTurn(cases, measuring), measuring.count);
}

/** Prints ratios as a table. */
export function print(title: string, ratios: readonly Ratio[]): void {
  console.log(`\n${title.padEnd(44)} median   lowest  highest   ns/message`);
  for (const { name, median, lowest, highest, nanoseconds } of ratios) {
    const figures = [median, lowest, highest].map((ratio) => ratio.toFixed(2).padStart(8)).join(" ");
    console.log(`  ${name.padEnd(41)}${figures} ${nanoseconds.toFixed(0).padStart(12)}`);
  }
}
