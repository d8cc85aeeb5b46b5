import type { FrameError, JsonValue } from "../../mod.ts";
import type { TapeGap, TapeMessage } from "../../tape/tape_record.ts";
import type { Detail, Problem } from "../recording.ts";
import { faultOffset } from "./fault_offset.ts";
import { entryOf } from "./read_record.ts";
import { rowOf } from "./row_reader.ts";
import type { TapeIndex } from "./tape_index.ts";

const MOST_BYTES = 1024 * 1024;

/** A tree of more text than this would be slow to show. */
const MOST_PARSED = 8 * 1024 * 1024;

/** All that the page shows of one row. */
export function detailOf(index: TapeIndex, number: number, record: TapeMessage | TapeGap): Detail {
  const row = rowOf(index, number, record);
  if (record.type !== "message") return { row, bytes: new Uint8Array() };
  const { message } = record;
  const { seen } = entryOf(record, index.family);
  const body = seen.type === "sent" ? message : message.subarray(1);
  return {
    row,
    bytes: message.slice(0, MOST_BYTES),
    value: body.byteLength <= MOST_PARSED ? jsonOf(body) : undefined,
    problem: seen.type === "malformed" ? problemOf(seen.problem, message) : undefined,
  };
}

function jsonOf(body: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}

function problemOf({ code, message, issues = [] }: FrameError, bytes: Uint8Array): Problem {
  return {
    code,
    message,
    offset: issues.length > 0 ? undefined : faultOffset(bytes),
    issues: issues.map((issue) => ({ path: issue.path ?? "", message: issue.message })),
  };
}
