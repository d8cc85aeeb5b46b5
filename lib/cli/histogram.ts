/** How often something was how large, in steps of 1, 2 and 5: constant memory, however many. */
export class Histogram {
  readonly #counts = new Map<number, number>();
  #total = 0;
  #count = 0;
  #max = 0;
  #min = Number.POSITIVE_INFINITY;

  add(amount: number): void {
    const step = stepOf(amount);
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + 1);
    this.#count++;
    this.#total += amount;
    if (amount > this.#max) this.#max = amount;
    if (amount < this.#min) this.#min = amount;
  }

  get count(): number {
    return this.#count;
  }

  get total(): number {
    return this.#total;
  }

  get max(): number {
    return this.#max;
  }

  /** 0 where nothing was added. */
  get min(): number {
    return this.#count > 0 ? this.#min : 0;
  }

  get mean(): number {
    return this.#count > 0 ? this.#total / this.#count : 0;
  }

  /** The steps from the first that has any to the last, empty ones among them. */
  steps(): readonly Step[] {
    const used = [...this.#counts.keys()];
    const first = Math.min(...used);
    const last = Math.max(...used);
    const steps: Step[] = [];
    for (let step = first; step <= last; step++) {
      steps.push({ from: lowerBound(step), to: lowerBound(step + 1), count: this.#counts.get(step) ?? 0 });
    }
    return steps;
  }
}

/** Those of at least `from` and below `to`. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Everything below the first bound is one step. */
const LOWEST = 0;

const digits = [1, 2, 5] as const;

/** Step 0 is all below 1; step 1 begins at 1, step 2 at 2, step 3 at 5, step 4 at 10, … */
function stepOf(amount: number): number {
  if (!(amount >= 1)) return LOWEST;
  let step = 1;
  while (amount >= lowerBound(step + 1)) step++;
  return step;
}

function lowerBound(step: number): number {
  if (step <= LOWEST) return 0;
  return (digits[(step - 1) % 3] ?? 1) * 10 ** Math.floor((step - 1) / 3);
}

/** How wide the longest bar is. */
const WIDEST = 32;

/** One line for each step: its bounds, a bar, the count. */
export function drawSteps(steps: readonly Step[], labelOf: (step: Step) => string): readonly string[] {
  const most = Math.max(...steps.map(({ count }) => count));
  const labels = steps.map(labelOf);
  const width = Math.max(...labels.map((label) => label.length));
  return steps.map(({ count }, at) => {
    // Any at all can be seen.
    const bar = "█".repeat(count === 0 ? 0 : Math.max(1, Math.round((count / most) * WIDEST)));
    return `${(labels[at] ?? "").padStart(width)}  ${bar}${bar && " "}${count}`;
  });
}
