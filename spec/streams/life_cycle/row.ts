import type { Fate } from "../../support/fate.ts";
import type { End } from "../../support/read_all.ts";
import type { AnyEnding, Subject } from "../../support/subjects.ts";

/** All that can be seen of a sequence from the outside. */
export interface Observed {
  /** What the reader got, in order. */
  readonly values: readonly unknown[];
  readonly end: End | "not read";
  /** The reasons that the source was cancelled with. */
  readonly cancels: readonly unknown[];
  /** What became of the promises that were handed out on the way. */
  readonly told?: Readonly<Record<string, Fate>>;
  readonly ending: AnyEnding | undefined;
}

/** One line of the life-cycle table. */
export interface Row<S extends Subject> {
  readonly title: string;
  /** Whether it iterates over the readable, which only that of `readFrames` can stand everywhere. */
  readonly iterates?: true;
  run(subject: S): Promise<Observed>;
  expected(subject: S): Observed;
}

/** What breaks off here: a value of which there is no second, so that it cannot be mistaken. */
export const X: unique symbol = Symbol("the carrier broke");

/** What the reader leaves with. */
export const ENOUGH: unique symbol = Symbol("enough");

/** The ending, if the subject has one. */
export function endingOf({ guards }: Subject, ending: AnyEnding): AnyEnding | undefined {
  return guards ? ending : undefined;
}
