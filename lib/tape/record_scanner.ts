import { MOST_LEVELS, RecordBounds } from "./record_bounds.ts";
import { END } from "./record_kind.ts";
import { TapeError } from "./tape_error.ts";
import { fixedSize, type Lengthy, lengthy } from "./value_type.ts";

/**
 * Finds where a record ends, in bytes that come in pieces of any size, each of which it looks at once. It holds none of
 * them and believes no length, so that it needs no memory but for the levels that are open.
 */
export class RecordScanner {
  /** What the record is: its first element, once that has come. */
  kind: number | undefined;
  /** Whether a record has begun, and is not complete. */
  isInside = false;
  readonly #bounds: RecordBounds;
  /** How many values are missing, of each level that is open. */
  readonly #levels: number[] = [];
  #skip = 0; // bytes of a value that do not matter
  #lengthBytes = 0; // bytes of a length that are missing
  #length = 0;
  #lengthOf: Lengthy | "kind" = "text";
  #offset = 0;

  constructor(maxMessageBytes: number) {
    this.#bounds = new RecordBounds(maxMessageBytes);
  }

  /**
   * @param offset where the record begins in the tape, for errors
   * @returns where the record ends in these bytes; `undefined` if it goes on after them
   * @throws {TapeError}
   */
  scan(bytes: Uint8Array, from: number, offset: number): number | undefined {
    this.#offset = offset;
    for (let at = from; at < bytes.length; ) {
      let isWhole: boolean;
      if (this.#skip > 0) {
        const taken = Math.min(this.#skip, bytes.length - at);
        at += taken;
        this.#skip -= taken;
        isWhole = this.#skip === 0 && this.#completed();
      } else if (this.#lengthBytes > 0) {
        this.#length = this.#length * 256 + (bytes[at++] ?? 0);
        isWhole = --this.#lengthBytes === 0 && this.#measured(this.#lengthOf, this.#length);
      } else {
        isWhole = this.#begun(bytes[at++] ?? 0);
      }
      if (isWhole) return at;
    }
    return undefined;
  }

  /** A value begins with this byte. As of all below: @returns whether the record is complete. */
  #begun(type: number): boolean {
    if (!this.isInside) this.#beginRecord(type);
    this.#weigh(1);
    if (this.kind === undefined && this.#levels.length === 1) return this.#beginKind(type);
    if (type >= 0x80 && type < 0x90) return this.#measured("map", type - 0x80);
    if (type >= 0x90 && type < 0xa0) return this.#measured("array", type - 0x90);
    if (type >= 0xa0 && type < 0xc0) return this.#measured("text", type - 0xa0);
    const [of, bytes] = lengthy[type] ?? [];
    if (of !== undefined && bytes !== undefined) return this.#measure(of, bytes);
    const size = fixedSize(type);
    if (size === undefined) throw this.#malformed(`0x${type.toString(16)} begins no value`);
    return this.#pass(size);
  }

  #beginRecord(type: number): void {
    if ((type & 0xf0) !== 0x90 && type !== 0xdc && type !== 0xdd) throw this.#malformed("A record is an array");
    this.isInside = true;
    this.kind = undefined;
    this.#bounds.begin();
  }

  #beginKind(type: number): boolean {
    if (type < 0x80) return this.#measured("kind", type);
    if (type < 0xcc || type > 0xce) throw this.#malformed("A record begins with the number of its kind");
    return this.#measure("kind", 1 << (type - 0xcc));
  }

  #measure(of: Lengthy | "kind", bytes: number): boolean {
    this.#weigh(bytes);
    this.#lengthOf = of;
    this.#length = 0;
    this.#lengthBytes = bytes;
    return false;
  }

  #measured(of: Lengthy | "kind", length: number): boolean {
    switch (of) {
      case "kind":
        this.kind = length;
        return this.#completed();
      case "array":
        return this.#open(length);
      case "map":
        return this.#open(2 * length);
      case "text":
        return this.#pass(length);
      case "extension":
        return this.#pass(length + 1);
      case "bytes":
        if (this.#isHeld()) this.#bounds.addMessage(length, this.#offset);
        return this.#pass(length, false);
    }
  }

  #open(values: number): boolean {
    if (values === 0 && this.#levels.length === 0) throw this.#malformed("A record is not empty");
    if (this.#levels.length >= MOST_LEVELS) {
      throw new TapeError("too-deep", this.#offset, `A record nests deeper than ${MOST_LEVELS} levels`);
    }
    if (values === 0) return this.#completed();
    this.#levels.push(values);
    return false;
  }

  #pass(bytes: number, isWeighed = true): boolean {
    if (isWeighed) this.#weigh(bytes);
    this.#skip = bytes;
    return bytes === 0 && this.#completed();
  }

  /** A value is complete, and with it those of which it was the last. */
  #completed(): boolean {
    const levels = this.#levels;
    while (levels.length > 0) {
      const missing = (levels.pop() ?? 0) - 1;
      if (missing > 0) {
        levels.push(missing);
        return false;
      }
    }
    this.isInside = false;
    return true;
  }

  #weigh(bytes: number): void {
    if (this.#isHeld()) this.#bounds.add(bytes, this.#offset);
  }

  /** What is of no known kind is skipped, whatever its size. */
  #isHeld(): boolean {
    return this.kind === undefined || this.kind <= END;
  }

  #malformed(message: string): TapeError {
    return new TapeError("malformed", this.#offset, message);
  }
}
