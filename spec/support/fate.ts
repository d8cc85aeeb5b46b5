import { turn } from "./pause.ts";

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

/** What has become of a promise, once everything has happened that can. */
export async function fateOf(promise: Promise<unknown>): Promise<Fate> {
  const fate = watch(promise);
  await turn();
  return fate();
}

/** The reason of a promise that has to reject. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("The promise was expected to reject, and was fulfilled");
    },
    (reason: unknown) => reason,
  );
}
