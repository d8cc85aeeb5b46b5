/** One chunk of a generated sequence. */
export type Piece =
  | { readonly kind: "item"; readonly n: number }
  | { readonly kind: "error"; readonly n: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "malformed"; readonly body: Uint8Array; readonly code: string };

/** How the sequence is cut off after its last piece. */
export type Cut = "finish" | "break" | "nothing";

/** What has to be observed. */
export interface Expected {
  /** Where the frames come from. */
  readonly delivered: readonly (Piece & { readonly kind: "item" | "error" })[];
  /** What the reader meets behind them; `open` when nothing comes any more. */
  readonly end:
    | "done"
    | "unserved"
    | "violated"
    | "broken"
    | "open"
    | { readonly code: string; readonly index: number };
  readonly ending: "finished" | "failed" | "unserved" | "violated" | "cut" | "cancelled";
  /** How many items were delivered. */
  readonly items: number;
}

/**
 * What the protocol and the design say of a sequence, written down once more and as plainly as can be.
 *
 * @param skip whether malformed messages are left out
 * @param apart whether what tells the ending cannot see messages that were left out
 */
export function expectedOf(pieces: readonly Piece[], cut: Cut, skip: boolean, apart: boolean): Expected {
  const messages = pieces.filter((piece) => piece.kind !== "text");
  const seen = skip ? messages.filter((piece) => piece.kind !== "malformed") : messages;
  const error = seen.findIndex((piece) => piece.kind === "error");
  const bad = seen.findIndex((piece) => piece.kind === "malformed");
  const stop = error >= 0 && (bad < 0 || error < bad) ? error + 1 : bad >= 0 ? bad : seen.length;
  const delivered = seen.slice(0, stop).filter((piece) => piece.kind === "item" || piece.kind === "error");
  const items = delivered.filter((piece) => piece.kind === "item").length;
  const failed = items < delivered.length;
  const next = seen[stop];

  if (failed && next !== undefined) return { delivered, items, end: "violated", ending: "violated" };
  if (next?.kind === "malformed") {
    return { delivered, items, end: { code: next.code, index: messages.indexOf(next) }, ending: "cut" };
  }
  if (cut === "nothing") return { delivered, items, end: "open", ending: "cancelled" };
  if (failed) return { delivered, items, end: "done", ending: "failed" };
  if (cut === "break") return { delivered, items, end: "broken", ending: "cut" };
  const served = items > 0 || (!apart && messages.length > 0);
  return { delivered, items, end: served ? "done" : "unserved", ending: served ? "finished" : "unserved" };
}
