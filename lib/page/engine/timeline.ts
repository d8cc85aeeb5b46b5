import type { RowKind, Timeline, TimelineColumn } from "../recording.ts";
import type { TapeIndex } from "./tape_index.ts";

const none = (): Record<RowKind, number> => ({ item: 0, error: 0, malformed: 0, extra: 0, sent: 0, dropped: 0 });

/** @param limit rows from this one on are not there yet */
export function timelineOf(
  { rows, silences }: TapeIndex,
  from: number,
  to: number,
  columns: number,
  limit: number,
): Timeline {
  const width = Math.max(to - from, 0.001) / Math.max(1, columns);
  const made: { counts: Record<RowKind, number>; largest: number; index: number | undefined }[] = Array.from(
    { length: Math.max(1, columns) },
    () => ({ counts: none(), largest: 0, index: undefined }),
  );
  for (
    let index = rows.countUntil(from - 1e-9);
    index < Math.min(limit, rows.length) && rows.at(index) <= to;
    index++
  ) {
    const column = made[Math.min(made.length - 1, Math.floor((rows.at(index) - from) / width))];
    if (!column) continue;
    column.counts[rows.kind(index)]++;
    column.largest = Math.max(column.largest, rows.size(index));
    column.index ??= index;
  }
  const until = limit < rows.length ? rows.at(limit) : Number.POSITIVE_INFINITY;
  const gaps = silences.within(from, to).filter((gap) => gap.to <= until);
  return { from, to, columns: made satisfies readonly TimelineColumn[], gaps };
}
