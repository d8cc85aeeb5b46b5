import { encode } from "@msgpack/msgpack";
import { outgoingBytes } from "../streams/outgoing_message.ts";
import { isCount, isText, optional, required } from "./element.ts";
import { endingValues } from "./ending_values.ts";
import { directions, messageRecordSize, writeMessageRecord } from "./message_record.ts";
import { checkMetadata } from "./metadata.ts";
import { toMicros } from "./micros.ts";
import { MOST_STRUCTURE } from "./record_bounds.ts";
import { DROPPED, END, HEADER, MAGIC, VERSION } from "./record_kind.ts";
import type { TapeHeader, TapeMessage, TapeRecord } from "./tape_record.ts";

/**
 * The bytes of a record, in a buffer of their own.
 *
 * @throws {TypeError} for what is no record, `FrameEncodeError` for metadata that is not JSON
 */
export function encodeRecord(record: TapeRecord): Uint8Array<ArrayBuffer> {
  switch (record.type) {
    case "header":
      return encodeValues(headerValues(record));
    case "message":
      return encodeMessage(record);
    case "dropped": {
      const { elapsed, messages, bytes } = record;
      const counts = [required("messages", messages, isCount), required("bytes", bytes, isCount)];
      return encodeValues([DROPPED, toMicros(elapsed, "elapsed"), ...counts]);
    }
    case "end":
      return encodeValues([END, toMicros(record.elapsed, "elapsed"), ...endingValues(record.ending)]);
    default:
      throw new TypeError("Not a record of a tape");
  }
}

function encodeMessage({ elapsed, direction, message }: TapeMessage): Uint8Array<ArrayBuffer> {
  const micros = toMicros(elapsed, "elapsed");
  if (!directions.includes(direction)) throw new TypeError('The direction of a message is "in" or "out"');
  const bytes = outgoingBytes(message);
  const target = new Uint8Array(messageRecordSize(micros, bytes));
  writeMessageRecord(target, 0, micros, direction, bytes);
  return target;
}

function headerValues({ version, family, carrier, startedAt, metadata }: TapeHeader): readonly unknown[] {
  if (version !== VERSION) throw new TypeError(`Tapes are written in version ${VERSION} of the format`);
  checkMetadata(metadata);
  const names = [optional("family", family, isText), optional("carrier", carrier, isText)];
  return [HEADER, MAGIC, VERSION, ...names, toMicros(startedAt, "startedAt"), metadata];
}

function encodeValues(values: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const bytes = encode(values, { ignoreUndefined: true, maxDepth: 200 });
  if (bytes.byteLength > MOST_STRUCTURE) throw new TypeError("What is not a message has at most 1 MiB on a tape");
  return bytes;
}
