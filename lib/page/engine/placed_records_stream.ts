import { Stage } from "../../streams/stage.ts";
import { TapeParser } from "../../tape/tape_parser.ts";
import type { TapeRecord } from "../../tape/tape_record.ts";

/** A record, and where it stands on its tape. */
export interface PlacedRecord {
  readonly record: TapeRecord;
  readonly start: number;
  readonly end: number;
}

/**
 * Bytes of a tape in; out the records that each piece completes, with their places, in one list: a million records one
 * by one through a stage would take the page longer than to decode them. For its ends see `TapeDecoderStream`.
 */
export class PlacedRecordsStream extends Stage<Uint8Array, readonly PlacedRecord[]> {
  constructor() {
    const parser = new TapeParser(undefined);
    super({
      take(bytes, emit) {
        const placed: PlacedRecord[] = [];
        try {
          parser.push(bytes);
          for (let record = parser.next(); record; record = parser.next()) {
            placed.push({ record, start: parser.recordOffset, end: parser.offset });
          }
        } finally {
          if (placed.length > 0) emit(placed);
        }
      },
      end(broke) {
        if (broke) throw broke.reason;
        parser.end();
      },
      cancel() {},
    });
  }
}
