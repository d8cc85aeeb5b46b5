import { turn } from "./turn.ts";

/** How the reader takes its time: not at all; between any two reads; before the first. */
export type Pace = "eager" | "slow" | "late";

export const paces: readonly Pace[] = ["eager", "slow", "late"];

/** How reading came to its end. */
export type End = "done" | { readonly rejected: unknown };

/** What a reader got. */
export interface Reading {
  readonly values: readonly unknown[];
  readonly end: End;
}

/** Reads to the end, whichever it is. */
export async function readAll(stream: ReadableStream, pace: Pace = "eager"): Promise<Reading> {
  const reader = stream.getReader();
  const values: unknown[] = [];
  if (pace === "late") for (let round = 0; round < 3; round++) await turn();
  for (;;) {
    let result: ReadableStreamReadResult<unknown>;
    try {
      result = await reader.read();
    } catch (reason) {
      return { values, end: { rejected: reason } };
    }
    if (result.done) return { values, end: "done" };
    values.push(result.value);
    if (pace === "slow") await turn();
  }
}

/** The same by `for await`. */
export async function iterateAll(iterable: AsyncIterable<unknown>): Promise<Reading> {
  const values: unknown[] = [];
  try {
    for await (const value of iterable) values.push(value);
    return { values, end: "done" };
  } catch (reason) {
    return { values, end: { rejected: reason } };
  }
}
