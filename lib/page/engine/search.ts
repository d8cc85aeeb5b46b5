import type { Columns } from "./columns.ts";
import type { RowView } from "./row_view.ts";
import type { Store } from "./store.ts";

/** Bytes that are searched at a time. */
const PIECE = 2 * 1024 * 1024;

/** One character for each byte, so that places in the text are places in the bytes. */
const latin = new TextDecoder("latin1");

/** Looks for the text of a view in the rows that were not looked at yet, and tells after each piece. */
export async function search(
  view: RowView,
  rows: Columns,
  store: Store,
  isWanted: () => boolean,
  told: () => void,
): Promise<void> {
  const wanted = pattern(view.text ?? "");
  while (view.seen < rows.length && isWanted()) {
    const first = view.seen;
    const start = rows.start(first);
    let last = first;
    while (last + 1 < rows.length && rows.end(last + 1) - start <= PIECE) last++;
    const text = wanted.fold(latin.decode(await store.read(start, rows.end(last))));
    if (!isWanted()) return;
    const found: number[] = [];
    let row = first;
    for (let at = text.indexOf(wanted.text); at >= 0; ) {
      while (row < last && rows.end(row) - start <= at) row++;
      const isInside = at + wanted.text.length <= rows.end(row) - start;
      if (isInside && view.passes(row)) found.push(row);
      // One hit is enough for a row.
      at = text.indexOf(wanted.text, isInside ? rows.end(row) - start : at + 1);
    }
    view.found(found, last + 1);
    told();
  }
}

/** A text as its bytes are seen. Only ASCII letters are looked for in either case. */
function pattern(text: string): { readonly text: string; readonly fold: (text: string) => string } {
  const bytes = new TextEncoder().encode(text);
  const isPlain = bytes.byteLength === text.length;
  const seen = latin.decode(bytes);
  return isPlain
    ? { text: seen.toLowerCase(), fold: (piece) => piece.toLowerCase() }
    : { text: seen, fold: (piece) => piece };
}
