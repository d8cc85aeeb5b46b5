import { Decoder } from "@msgpack/msgpack";
import { excerpt } from "../frame/excerpt.ts";
import { isCount, isOptional, isText, named } from "./element.ts";
import { endingFrom } from "./ending_values.ts";
import { directions } from "./message_record.ts";
import { checkMetadata } from "./metadata.ts";
import { DROPPED, HEADER, MAGIC, MESSAGE, VERSION } from "./record_kind.ts";
import { TapeError } from "./tape_error.ts";
import type { TapeRecord } from "./tape_record.ts";

/** What the kinds that are known hold. Elements beyond are of a later version, and not looked at. */
type Values = readonly unknown[];

// Without a state between two calls.
const decoder = /* @__PURE__ */ new Decoder({
  mapKeyConverter(key) {
    if (typeof key === "string") return key;
    throw new TypeError("A key is a string");
  },
});

/**
 * A complete record, of a kind that is known. Its message is in memory of its own.
 *
 * @param offset where it begins in the tape, for errors
 * @throws {TapeError}
 */
export function decodeRecord(kind: number, bytes: Uint8Array, offset: number): TapeRecord {
  try {
    const values: unknown = decoder.decode(bytes);
    const record = Array.isArray(values) ? toRecord(kind, values, offset) : undefined;
    if (record) return record;
  } catch (cause) {
    if (cause instanceof TapeError) throw cause;
    throw new TapeError("malformed", offset, "A record cannot be read", { cause });
  }
  throw new TapeError("malformed", offset, "A record lacks what its kind has to hold");
}

/** @returns `undefined` for a record without what it has to hold */
function toRecord(kind: number, values: Values, offset: number): TapeRecord | undefined {
  if (kind === HEADER) return toHeader(values, offset);
  const [, micros] = values;
  if (!isCount(micros)) return undefined;
  const elapsed = micros / 1000;
  if (kind === MESSAGE) {
    const [, , way, message] = values;
    const direction = typeof way === "number" ? directions[way] : undefined;
    if (!direction || !(message instanceof Uint8Array)) return undefined;
    // What it was in would stay in memory as a whole, and may belong to whoever brought it.
    return { type: "message", elapsed, direction, message: new Uint8Array(message) };
  }
  if (kind === DROPPED) {
    const [, , messages, lost] = values;
    return isCount(messages) && isCount(lost) ? { type: "dropped", elapsed, messages, bytes: lost } : undefined;
  }
  const ending = endingFrom(values.slice(2));
  return ending && { type: "end", elapsed, ending };
}

function toHeader(values: Values, offset: number): TapeRecord | undefined {
  const [, magic, version, family, carrier, micros, metadata] = values;
  if (magic !== MAGIC) throw new TapeError("not-a-tape", offset, "A tape begins with a header, and this is none");
  if (!isCount(version) || version === 0) return undefined;
  if (version > VERSION) {
    const known = `this library reads version ${VERSION}, and has to be newer`;
    throw new TapeError("version", offset, `The tape is of version ${excerpt(String(version))}; ${known}`);
  }
  if (!isOptional(family, isText) || !isOptional(carrier, isText) || !isCount(micros)) return undefined;
  checkMetadata(metadata);
  const names = { ...named("family", family), ...named("carrier", carrier) };
  return { type: "header", version, ...names, startedAt: micros / 1000, metadata };
}
