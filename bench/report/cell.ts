import type { Measured } from "./measured.ts";
import type { Target } from "./target.ts";
import { judged } from "./targets.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** What became of a target in a runtime. */
export interface Cell {
  readonly text: string;
  readonly value?: number;
  /** Absent where nothing is judged: there is no figure, or nothing is promised for the runtime. */
  readonly verdict?: Verdict;
  /** Why there is no figure. */
  readonly lack?: string;
}

const marks: Readonly<Record<Verdict, string>> = { aim: "++", must: "+", near: "~", missed: "MISSED" };

/** What the marks behind figures say. */
export const legend =
  "++ reaches the aim, + meets the must, ~ misses it by no more than the noise (0.1), MISSED by more";

/** Says what became of a target; `undefined` if its part was not run there. */
export function cellOf(target: Target, { key, findings, broken }: Measured): Cell | undefined {
  const found = findings.get(target.part);
  if (found === undefined) return broken.has(target.part) ? { text: "BROKEN" } : undefined;
  const figure = found.figures.find((one) => one.target === target.id);
  if (figure === undefined) {
    const lack = found.lacks?.find((one) => one.target === target.id)?.reason ?? "it was not measured";
    return { text: "–", lack };
  }
  const text = figure.median.toFixed(2);
  // What is judged is what is printed.
  const value = Number(text);
  if (!judged.includes(key)) return { text, value };
  const verdict = verdictOf(target, key, value);
  return { text: `${text} ${marks[verdict]}`, value, verdict };
}
