import { type Entry, lookAt } from "../../cli/look_at.ts";
import { decodeRecord } from "../../tape/decode_record.ts";
import { DROPPED, MESSAGE } from "../../tape/record_kind.ts";
import type { TapeGap, TapeMessage } from "../../tape/tape_record.ts";
import type { FamilyName, RowKind } from "../recording.ts";

/** A row's record, from its bytes. */
export function readRecord(kind: RowKind, bytes: Uint8Array): TapeMessage | TapeGap {
  const record = decodeRecord(kind === "dropped" ? DROPPED : MESSAGE, bytes, 0);
  if (record.type !== "message" && record.type !== "dropped") throw new Error("This is no record of a row");
  return record;
}

/** A message as the command line looks at it. */
export function entryOf(record: TapeMessage, family: FamilyName): Entry {
  const { message, direction } = record;
  return { n: 0, ms: 0, message, seen: direction === "out" ? { type: "sent" } : lookAt(message, family) };
}
