import type { EndingReport, FamilyName } from "../recording.ts";

/** What an ending is called, and what it means to somebody who has never seen the protocol. */
export interface EndingWords {
  readonly sign: string;
  readonly name: string;
  readonly meaning: string;
}

export const endingWords: Readonly<Record<EndingReport["kind"], EndingWords>> = {
  finished: { sign: "✓", name: "Finished", meaning: "The sender said that it was done. This is all of it." },
  failed: {
    sign: "✕",
    name: "Failed",
    meaning: "The sender reported an error as its last word. Everything it had said before that is here.",
  },
  unserved: {
    sign: "∅",
    name: "Unserved",
    meaning:
      "The channel was closed before anything was said: nobody answered it. That is not the same as an empty answer.",
  },
  violated: {
    sign: "!",
    name: "Violated",
    meaning:
      "More came after the error, which has to be the last word. The sender is at fault: do not trust what came after it.",
  },
  cut: {
    sign: "✂",
    name: "Cut",
    meaning: "It broke off before the sender was done. More may have been said: do not take this for the whole.",
  },
  cancelled: {
    sign: "↩",
    name: "Cancelled",
    meaning: "The reader left before the sender was done. What would have come after that, nobody knows.",
  },
};

const codes: Readonly<Record<number, string>> = {
  1000: "closed in order",
  1001: "the peer went away",
  1005: "closed without a code",
  1006: "the connection was lost, with no word of goodbye",
  1008: "refused by a policy of the peer",
  1009: "a message was too large",
  1011: "the peer failed",
  1012: "the peer restarts",
  4006: "broken off on purpose",
  4009: "it was read too slowly",
};

/** A close code of a WebSocket in words. */
export function closeCodeWords(code: number): string {
  const words = codes[code];
  return words === undefined ? String(code) : `${code}, ${words}`;
}

export function nounOf(family: FamilyName | undefined): string {
  return family === "run-loop" ? "chunk" : family === "notifications" ? "notification" : "message";
}
