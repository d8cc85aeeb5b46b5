import { pause } from "./pause.ts";

/** How the reader takes its time: not at all; between any two reads; before the first. */
export type Pace = "eager" | "slow" | "late";

export const paces: readonly Pace[] = ["eager", "slow", "late"];

/** How reading came to its end. */
export type End = "done" | { readonly rejected: unknown };

/** What a reader got. */
export interface Reading<T> {
  readonly values: readonly T[];
  readonly end: End;
}

/** Reads to the end, whichever it is. */
export async function readAll<T>(
  stream: ReadableStream<T>,
  pace: Pace = "eager",
  onValue: (count: number) => void = () => {},
): Promise<Reading<T>> {
  const reader = stream.getReader();
  const values: T[] = [];
  if (pace === "late") await pause(3);
  for (;;) {
    let result: ReadableStreamReadResult<T>;
    try {
      result = await reader.read();
    } catch (reason) {
      return { values, end: { rejected: reason } };
    }
    if (result.done) return { values, end: "done" };
    values.push(result.value);
    onValue(values.length);
    if (pace === "slow") await pause(1);
  }
}

/** The same by `for await`. */
export async function iterateAll<T>(iterable: AsyncIterable<T>): Promise<Reading<T>> {
  const values: T[] = [];
  try {
    for await (const value of iterable) values.push(value);
    return { values, end: "done" };
  } catch (reason) {
    return { values, end: { rejected: reason } };
  }
}
