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

/**
 * Runs the cases in turn, in an order that shifts with each repetition, and compares each with the base *of the same
 * repetition*, so that a machine that changes its speed changes both.
 */
export async function interleave(
  cases: Readonly<Record<string, Case>>,
  { base, count, repetitions }: { readonly base: string; readonly count: number; readonly repetitions: number },
): Promise<readonly Ratio[]> {
  const names = Object.keys(cases);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  const warmUp = 2;
  for (let repetition = 0; repetition < warmUp + repetitions; repetition++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + repetition) % names.length] ?? base;
      const start = performance.now();
      const came = await cases[name]?.(count);
      const time = performance.now() - start;
      if (came !== count) throw new Error(`${name}: ${came} of ${count} messages came out`);
      if (repetition >= warmUp) times.get(name)?.push(time);
    }
  }
  const bases = times.get(base) ?? [];
  return names.map((name) => {
    const own = times.get(name) ?? [];
    const ratios = own.map((time, at) => time / (bases[at] ?? Number.NaN)).sort((left, right) => left - right);
    return {
      name,
      median: ratios[ratios.length >> 1] ?? Number.NaN,
      lowest: ratios[0] ?? Number.NaN,
      highest: ratios.at(-1) ?? Number.NaN,
      nanoseconds: (Math.min(...own) * 1e6) / count,
    };
  });
}

/** Prints ratios as a table. */
export function print(title: string, ratios: readonly Ratio[]): void {
  console.log(`\n${title.padEnd(44)} median   lowest  highest   ns/message`);
  for (const { name, median, lowest, highest, nanoseconds } of ratios) {
    const figures = [median, lowest, highest].map((ratio) => ratio.toFixed(2).padStart(8)).join(" ");
    console.log(`  ${name.padEnd(41)}${figures} ${nanoseconds.toFixed(0).padStart(12)}`);
  }
}
