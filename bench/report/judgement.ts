import { cellOf } from "./cell.ts";
import type { Measured } from "./measured.ts";
import type { Target } from "./target.ts";

/** What was not as promised, a line for each. */
export interface Judgement {
  /** Musts that were missed by more than the noise. */
  readonly missed: readonly string[];
  /** Musts that were missed by less. */
  readonly near: readonly string[];
  /** Parts that broke. */
  readonly broken: readonly string[];
  /** Figures that a runtime does not give. */
  readonly lacking: readonly string[];
}

/** Judges everything that was measured. */
export function judge(targets: readonly Target[], measured: readonly Measured[]): Judgement {
  const missed: string[] = [];
  const near: string[] = [];
  const lacking: string[] = [];
  for (const target of targets) {
    for (const one of measured) {
      const { value, verdict, lack } = cellOf(target, one) ?? {};
      const line = `${one.name}: ${target.name} is ${value?.toFixed(2)}`;
      if (verdict === "missed") missed.push(line);
      if (verdict === "near") near.push(line);
      if (lack !== undefined) lacking.push(`${one.name}: ${target.name}: ${lack}`);
    }
  }
  const broken = measured.flatMap((one) =>
    // The rest of a reason is what the runtime printed last.
    [...one.broken].map(([part, reason]) => `${one.name}: ${part}: ${reason.split("\n", 1)}`),
  );
  return { missed, near, broken, lacking };
}
