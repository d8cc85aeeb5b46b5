import { toBytes } from "../frame/bytes.ts";
import { CutError } from "../frame/cut_error.ts";
import { toLimits } from "../frame/limits.ts";
import { decodeRecord } from "./decode_record.ts";
import { HeldBytes } from "./held_bytes.ts";
import { END, HEADER } from "./record_kind.ts";
import { RecordScanner } from "./record_scanner.ts";
import { TapeError } from "./tape_error.ts";
import type { TapeRecord } from "./tape_record.ts";

/** Reads records from the bytes of a tape, which come in pieces of any size. */
export class TapeParser {
  /** Where the last record that was given begins in the tape. */
  recordOffset = 0;
  readonly #scanner: RecordScanner;
  readonly #held: HeldBytes = new HeldBytes();
  #chunk: Uint8Array = new Uint8Array();
  #at = 0; // in the chunk
  #chunkOffset = 0; // of the chunk, in the tape
  #offset = 0; // of the record, in the tape
  #hasHeader = false;
  #isEnded = false;

  /** @throws {TypeError} for a limit that has no sense */
  constructor(maxMessageBytes: number | undefined) {
    this.#scanner = new RecordScanner(toLimits({ maxMessageBytes }).maxMessageBytes);
  }

  /** Where the next record begins. */
  get offset(): number {
    return this.#offset;
  }

  /** Takes the next piece, after all records of the last were taken. */
  push(chunk: unknown): void {
    this.#chunkOffset += this.#chunk.byteLength;
    const bytes = toBytes(chunk);
    if (!bytes) throw new TapeError("not-bytes", this.#chunkOffset, `A tape is bytes, not ${typeof chunk}`);
    this.#chunk = bytes;
    this.#at = 0;
  }

  /**
   * The next record; `undefined` if more bytes are needed for it.
   *
   * @throws {TapeError}
   */
  next(): TapeRecord | undefined {
    while (this.#at < this.#chunk.byteLength) {
      if (this.#isEnded) throw new TapeError("after-end", this.#offset, "Something comes after the end");
      const bytes = this.#complete();
      if (bytes === undefined) return undefined;
      const offset = this.#offset;
      this.recordOffset = offset;
      this.#offset = this.#chunkOffset + this.#at;
      const { kind } = this.#scanner;
      if (kind !== undefined && bytes !== "skipped") return this.#record(kind, bytes, offset);
    }
    return undefined;
  }

  /**
   * There are no more bytes.
   *
   * @throws {CutError} unless the end has come
   */
  end(): void {
    if (this.#isEnded) return;
    const place = this.#scanner.isInside ? "in the middle of a record" : "without the record of its end";
    throw new CutError({ reason: `The tape stops ${place}` });
  }

  #complete(): Uint8Array | "skipped" | undefined {
    const scanner = this.#scanner;
    const from = this.#at;
    const end = this.#scan(from);
    this.#at = end ?? this.#chunk.byteLength;
    if (!this.#hasHeader && scanner.kind !== undefined && scanner.kind !== HEADER) throw this.#noTape();
    const isWanted = scanner.kind === undefined || scanner.kind <= END;
    if (!isWanted) this.#held.clear();
    if (end !== undefined && !isWanted) return "skipped";
    const piece = this.#chunk.subarray(from, this.#at);
    if (end !== undefined && this.#held.isEmpty) return piece;
    if (isWanted) this.#held.append(piece);
    return end === undefined ? undefined : this.#held.take();
  }

  #scan(from: number): number | undefined {
    try {
      return this.#scanner.scan(this.#chunk, from, this.#offset);
    } catch (cause) {
      if (this.#hasHeader || !(cause instanceof TapeError) || cause.code !== "malformed") throw cause;
      throw this.#noTape({ cause });
    }
  }

  #noTape(options?: ErrorOptions): TapeError {
    return new TapeError("not-a-tape", this.#offset, "A tape begins with a header, and this is none", options);
  }

  #record(kind: number, bytes: Uint8Array, offset: number): TapeRecord {
    if (this.#hasHeader && kind === HEADER) throw new TapeError("malformed", offset, "A tape has one header");
    const record = decodeRecord(kind, bytes, offset);
    this.#hasHeader = true;
    this.#isEnded = record.type === "end";
    return record;
  }
}
