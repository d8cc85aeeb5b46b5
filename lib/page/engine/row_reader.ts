import { countOf } from "../../cli/amounts.ts";
import { printable } from "../../cli/printable.ts";
import { tell } from "../../cli/tell.ts";
import type { TapeGap, TapeMessage } from "../../tape/tape_record.ts";
import type { Row } from "../recording.ts";
import { entryOf, readRecord } from "./read_record.ts";
import type { Store } from "./store.ts";
import type { TapeIndex } from "./tape_index.ts";

const LONGEST_SUMMARY = 200;

/** Rows that are no further apart than this are read in one go, in bytes. */
const MOST_AT_ONCE = 4 * 1024 * 1024;

/** Reads the records of rows again, in the order of the tape. */
export async function* readRows(
  { rows }: TapeIndex,
  store: Store,
  indexes: readonly number[],
): AsyncGenerator<{ readonly index: number; readonly record: TapeMessage | TapeGap }> {
  for (let at = 0; at < indexes.length; ) {
    const first = indexes[at] ?? 0;
    const start = rows.start(first);
    let to = at + 1;
    while (to < indexes.length && rows.end(indexes[to] ?? 0) - start <= MOST_AT_ONCE) to++;
    const bytes = await store.read(start, rows.end(indexes[to - 1] ?? first));
    for (const index of indexes.slice(at, to)) {
      yield {
        index,
        record: readRecord(rows.kind(index), bytes.subarray(rows.start(index) - start, rows.end(index) - start)),
      };
    }
    at = to;
  }
}

/** The lines of the list for these rows. */
export async function listRows(index: TapeIndex, store: Store, indexes: readonly number[]): Promise<readonly Row[]> {
  const listed: Row[] = [];
  for await (const { index: number, record } of readRows(index, store, indexes)) {
    listed.push(rowOf(index, number, record));
  }
  return listed;
}

export function rowOf({ rows, family }: TapeIndex, index: number, record: TapeMessage | TapeGap): Row {
  const said =
    record.type === "message" ? tell(entryOf(record, family)) : `${countOf(record.messages, "message")} not recorded`;
  return {
    index,
    at: rows.at(index),
    kind: rows.kind(index),
    name: printable(rows.name(index)).slice(0, LONGEST_SUMMARY),
    size: rows.size(index),
    summary: printable(said.slice(0, LONGEST_SUMMARY)),
  };
}
