import { CutError } from "../frame/cut_error.ts";
import type { Break } from "../streams/pair.ts";
import type { TapeEnding } from "./tape_record.ts";

/** Texts beyond this are cut off: a tape is no place for the bodies that careless errors quote. */
const LONGEST = 4096;

/** The ending of what closed or broke off. */
export function endingOf(broke: Break | undefined): TapeEnding {
  if (!broke) return { kind: "finish" };
  const { reason } = broke;
  if (!(reason instanceof CutError)) return { kind: "cut", by: "carrier", ...told("message", reason) };
  const { by, closeCode, cause } = reason;
  return {
    kind: "cut",
    by,
    ...(Number.isSafeInteger(closeCode) && Number(closeCode) >= 0 ? { closeCode } : {}),
    ...told("reason", reason.reason),
    ...told("message", cause),
  };
}

/** The ending of what its reader left. */
export function cancelledBy(reason: unknown): TapeEnding {
  return { kind: "cancelled", ...told("reason", reason) };
}

/** What a recorded channel that did not finish ends with; `undefined` for one that did. */
export function failureOf(ending: TapeEnding): CutError | undefined {
  switch (ending.kind) {
    case "finish":
      return undefined;
    case "cut": {
      const { kind: _, message, ...details } = ending;
      return new CutError({ ...details, ...(message === undefined ? {} : { cause: new Error(message) }) });
    }
    case "cancelled":
      // More might have come, had its reader stayed.
      return new CutError({ by: "local", reason: ending.reason ?? "The reader of what was recorded left" });
  }
}

function told<K extends "reason" | "message">(name: K, value: unknown): { readonly [key in K]?: string } {
  const text = textOf(value);
  return text === undefined ? {} : ({ [name]: text } as { readonly [key in K]: string });
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  let text = "unknown";
  try {
    text = value instanceof Error ? value.message || value.name : String(value);
  } catch {
    // An object without a text of its own.
  }
  // By way of UTF-8, which a tape holds, and which has no lone surrogates.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text.slice(0, LONGEST)));
}
