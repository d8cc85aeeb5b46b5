import type { RowKind } from "../recording.ts";

/** Each kind by a sign and a word, as not everybody sees the colour. */
export const kindSigns: Readonly<Record<RowKind, string>> = {
  item: "●",
  error: "■",
  malformed: "▲",
  extra: "◆",
  sent: "▶",
  dropped: "○",
};

export const kindWords: Readonly<Record<RowKind, string>> = {
  item: "message",
  error: "error",
  malformed: "unreadable",
  extra: "too late",
  sent: "sent",
  dropped: "missing",
};
