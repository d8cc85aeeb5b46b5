import { countOf, formatBytes } from "./amounts.ts";
import type { Screen } from "./context.ts";
import { printable } from "./printable.ts";
import type { Report } from "./report.ts";
import { tellVerdict } from "./verdict.ts";

/** How often it is told how far it is, in milliseconds. */
const EVERY = 200;

/** How much has been recorded, on one line that is written over; then the ending. */
export function recordingReport({ progress }: Pick<Screen, "progress">, now: () => number): Report {
  let last = Number.NEGATIVE_INFINITY;
  let messages = 0;
  let bytes = 0;
  return {
    entry({ message }) {
      messages++;
      bytes += message.byteLength;
      if (!progress || now() - last < EVERY) return "";
      last = now();
      return `\r${countOf(messages, "message")}, ${formatBytes(bytes)}\x1b[K`;
    },
    end: (verdict) => `${progress ? "\r\x1b[K" : ""}${verdict.kind}: ${printable(tellVerdict(verdict))}\n`,
  };
}
