import type { Printer } from "./demo_event.ts";

/** Prints one JSON object a line. An error is `{name, code, message}`: by itself it would be an empty object. */
export function jsonPrinter(write: (text: string) => void): Printer {
  return (event) => write(`${JSON.stringify(event, (_, value: unknown) => (isError(value) ? plain(value) : value))}\n`);
}

function isError(value: unknown): value is Error & { readonly code?: unknown } {
  return value instanceof Error;
}

function plain({ name, code, message }: Error & { readonly code?: unknown }): object {
  return { name, code, message };
}
