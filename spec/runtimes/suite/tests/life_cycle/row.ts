import { equal, ok } from "../../check.ts";
import type { Fate } from "../../fate.ts";
import type { End } from "../../read_all.ts";
import { show } from "../../show.ts";
import type { AnyEnding, Subject } from "../../subject.ts";
import { type Test, test } from "../../test.ts";

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

/** One line of the life-cycle table. What it expects may hold matchers. */
export interface Row<S extends Subject> {
  readonly title: string;
  /** Skips where the platform lacks what the row is about. */
  readonly needs?: (subject: S) => void | Promise<void>;
  readonly run: (subject: S) => Promise<Observed>;
  readonly expected: (subject: S) => { readonly [K in keyof Observed]: unknown };
}

/** What breaks off here: a value of which there is no second, so that it cannot be mistaken. */
export const X: unique symbol = Symbol("the carrier broke");

/** What the reader leaves with. */
export const ENOUGH: unique symbol = Symbol("enough");

/** The ending, if the subject has one. */
export function endingOf({ guards }: Subject, ending: unknown): unknown {
  return guards ? ending : undefined;
}

/** The whole table as tests. */
export function rowTests<S extends Subject>(subjects: readonly S[], rows: readonly Row<S>[]): readonly Test[] {
  return subjects.flatMap((subject) =>
    rows.map(({ title, needs, run, expected }) =>
      test(`Life cycle of ${subject.name}: ${title}`, async () => {
        await needs?.(subject);
        const observed = await run(subject);
        equal(observed, expected(subject));
        const reasons = reasonsOf(observed);
        // Of two stages the first breaks with what came, the second with what that means to it.
        ok(subject.apart === true || reasons.size <= 1, `One fault has several reasons: ${show([...reasons])}`);
      }),
    ),
  );
}

/** One fault has one reason, which everybody is told. */
function reasonsOf({ end, cancels, ending }: Observed): Set<unknown> {
  const reasons = new Set(cancels);
  if (typeof end === "object") reasons.add(end.rejected);
  if (ending !== undefined && "reason" in ending) reasons.add(ending.reason);
  return reasons;
}
