import { pause } from "./pause.ts";
import { turn } from "./turn.ts";

/** What became of a promise. */
export type Fate = "pending" | "fulfilled" | { readonly rejected: unknown };

/** Watches a promise from here on, and handles its rejection. Tells what has become of it so far. */
export function watch(promise: Promise<unknown>): () => Fate {
  let fate: Fate = "pending";
  promise.then(
    () => {
      fate = "fulfilled";
    },
    (reason: unknown) => {
      fate = { rejected: reason };
    },
  );
  return () => fate;
}

/**
 * What becomes of a promise that has to settle. A runtime that takes its time is no failure; one that never gets there
 * is.
 */
export async function fateOf(promise: Promise<unknown>): Promise<Fate> {
  const fate = watch(promise);
  await turn();
  for (let time = 0; time < 50 && fate() === "pending"; time++) await pause(10);
  return fate();
}
