import type { TapeMessage, TapeRecord } from "../tape/mod.ts";
import { printable } from "./printable.ts";

/**
 * A record as one line of JSON, from which exactly this record can be read again. The body of a message is its JSON
 * value where writing that gives the same text; else the text, where it is one; else its bytes in base64. A message that
 * was sent, or is empty, has no tag, and all of it is body.
 */
export function recordLine(record: TapeRecord): string {
  if (record.type !== "message") return line(record);
  const { type, elapsed, direction, message } = record;
  const tag = direction === "in" && message.byteLength > 0 ? message[0] : undefined;
  return line({ type, elapsed, direction, tag, ...bodyMembers(tag === undefined ? message : message.subarray(1)) });
}

function line(value: object): string {
  return `${printable(JSON.stringify(value))}\n`;
}

type Body = { readonly json: unknown } | { readonly text: string } | { readonly base64: string };

function bodyMembers(body: TapeMessage["message"]): Body {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return { base64: btoa(Array.from(body, (byte) => String.fromCharCode(byte)).join("")) };
  }
  try {
    const json: unknown = JSON.parse(text);
    // Spaces, the digits of a number, a key that is there twice: a value does not tell of them.
    if (JSON.stringify(json) === text) return { json };
  } catch {
    // No JSON, or too deep to be written.
  }
  return { text };
}
