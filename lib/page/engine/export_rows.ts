import { recordLine } from "../../cli/record_line.ts";
import { encodeRecord } from "../../tape/encode_record.ts";
import type { TapeRecord } from "../../tape/tape_record.ts";
import { readRows } from "./row_reader.ts";
import type { Store } from "./store.ts";
import type { TapeIndex } from "./tape_index.ts";

/** Pieces of about this many bytes make the file. */
const PIECE = 1024 * 1024;

/**
 * Rows as a file. Times stay: each is told from the row before. A tape of some rows only has no end, as nobody may conclude
 * from it how the whole ended.
 */
export async function exportRows(
  index: TapeIndex,
  store: Store,
  indexes: readonly number[],
  as: "tape" | "lines",
  isWhole: boolean,
): Promise<Blob> {
  const { header, rows, end } = index;
  if (!header) throw new Error("Nothing has come yet");
  const parts: Blob[] = [];
  let piece: (Uint8Array<ArrayBuffer> | string)[] = [];
  let size = 0;
  const write = (record: TapeRecord): void => {
    const written = as === "tape" ? encodeRecord(record) : recordLine(record);
    piece.push(written);
    size += written.length;
    if (size < PIECE) return;
    parts.push(new Blob(piece));
    piece = [];
    size = 0;
  };
  write(header);
  let before = 0;
  for await (const { index: row, record } of readRows(index, store, indexes)) {
    const micros = Math.max(0, Math.round(rows.at(row) * 1000) - before);
    before += micros;
    write({ ...record, elapsed: micros / 1000 });
  }
  if (isWhole && end) write({ type: "end", elapsed: Math.max(0, index.lastAt * 1000 - before) / 1000, ending: end });
  return new Blob([...parts, ...piece], { type: as === "tape" ? "application/octet-stream" : "application/x-ndjson" });
}
