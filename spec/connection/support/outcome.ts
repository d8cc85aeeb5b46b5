import { CutError } from "channel-frames";
import { type Pace, readAll } from "../../support/read_all.ts";

/** What a reader got, in a form to compare: the bytes of the messages, and "done" or who cut the sequence. */
export interface Outcome {
  readonly messages: readonly (readonly number[])[];
  readonly end: string;
}

/** Reads to the end. */
export async function outcome(readable: ReadableStream<Uint8Array>, pace?: Pace): Promise<Outcome> {
  const { values, end } = await readAll(readable, pace);
  return { messages: values.map((message) => [...message]), end: end === "done" ? end : whoCut(end.rejected) };
}

/** Who cut a sequence off, by its error. Anything but a `CutError` is told as what it is. */
export function whoCut(error: unknown): string {
  return error instanceof CutError ? `cut by ${error.by}` : `no CutError: ${String(error)}`;
}

/** What an act throws, or a promise rejects with, told in the same way. */
export async function failure(act: () => unknown): Promise<string> {
  try {
    await act();
    return "no failure";
  } catch (error) {
    return whoCut(error);
  }
}
