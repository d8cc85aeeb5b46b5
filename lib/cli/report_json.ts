import { bodyOf, type Entry, nameOf } from "./look_at.ts";
import { printable } from "./printable.ts";
import type { Report } from "./report.ts";

/** One JSON object a line: the head, each message, the ending. The body of a message is there exactly as it was sent. */
export function jsonReport(): Report {
  return {
    head: (head) => line({ type: "head", ...head }),
    entry: (entry) => {
      const { n, ms, seen, message } = entry;
      const name = nameOf(seen) || undefined;
      const problem =
        seen.type === "malformed" ? { code: seen.problem.code, message: seen.problem.message } : undefined;
      const start = JSON.stringify({ type: seen.type, n, ms: round(ms), name, bytes: message.byteLength, problem });
      return `${printable(`${start.slice(0, -1)},${body(entry)}}`)}\n`;
    },
    dropped: (count, ms) => line({ type: "dropped", ms: round(ms), count }),
    end: ({ kind, frames, detail }, ms) => line({ type: "ending", ms: round(ms), kind, frames, detail }),
  };
}

function line(value: object): string {
  return `${printable(JSON.stringify(value))}\n`;
}

/** To the microsecond: sums of times are not exact. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/**
 * The body of a message as the last member of an object. JSON stays the text that it was, with every digit of its
 * numbers: parsed and written again it could be another. A line end can only stand between its tokens.
 */
function body(entry: Entry): string {
  const bytes = bodyOf(entry);
  const text = readText(bytes);
  if (text === undefined) return `"base64":${JSON.stringify(Buffer.from(bytes).toString("base64"))}`;
  const isJson = entry.seen.type === "notification" || entry.seen.type === "chunk" || isJsonText(text);
  return isJson ? `"body":${text.replace(/[\r\n\t]/g, " ")}` : `"text":${JSON.stringify(text)}`;
}

function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
