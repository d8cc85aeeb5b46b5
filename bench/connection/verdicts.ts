/** What a figure must be, or should. */
export interface Goal {
  readonly name: string;
  readonly figure: number;
  readonly most: number;
  readonly unit?: string;
  /** Whether the run fails if it is missed; by so much more, as machines are noisy. */
  readonly must?: { readonly tolerance: number };
}

/** Prints how each goal was met. @returns whether a must was missed by more than its tolerance */
export function judge(goals: readonly Goal[]): boolean {
  console.log("\nVerdicts");
  for (const goal of goals) {
    const { name, figure, most, unit = "", must } = goal;
    const verdict = figure <= most ? "ok" : isFatal(goal) ? "FAILED" : "missed";
    const limit = `${must ? "must" : "aim"} ≤ ${most}${unit}`;
    console.log(`  ${name.padEnd(76)} ${figure.toFixed(2).padStart(9)}${unit}  ${limit.padEnd(18)} ${verdict}`);
  }
  return goals.some(isFatal);
}

function isFatal({ figure, most, must }: Goal): boolean {
  // A figure that is missing is no number.
  return must !== undefined && !(figure <= most + must.tolerance);
}
