import { MESSAGE } from "./record_kind.ts";
import type { TapeDirection } from "./tape_record.ts";

/** The numbers of the directions in the format. */
export const directions: readonly TapeDirection[] = ["in", "out"];

/**
 * Writes the record of a message into memory that the caller provides, without anything in between: this is what
 * recording costs.
 *
 * @param target has room for {@link messageRecordSize} bytes from `at`
 */
export function writeMessageRecord(
  target: Uint8Array,
  at: number,
  micros: number,
  direction: TapeDirection,
  message: Uint8Array,
): void {
  let next = at;
  target[next++] = 0x94; // an array of four
  target[next++] = MESSAGE;
  next = writeUnsigned(target, next, micros);
  target[next++] = directions.indexOf(direction);
  next = writeLength(target, next, message.byteLength);
  target.set(message, next);
}

/** @throws {RangeError} for a message beyond the format, which counts with 32 bits. */
export function messageRecordSize(micros: number, { byteLength }: Uint8Array): number {
  if (byteLength >= 2 ** 32) throw new RangeError("A tape holds no message of 4 GiB");
  const ofTime = micros < 0x80 ? 1 : micros < 0x100 ? 2 : micros < 0x10000 ? 3 : micros < 2 ** 32 ? 5 : 9;
  const ofLength = byteLength < 0x100 ? 2 : byteLength < 0x10000 ? 3 : 5;
  return 3 + ofTime + ofLength + byteLength;
}

function writeUnsigned(target: Uint8Array, at: number, value: number): number {
  if (value < 0x80) {
    target[at] = value;
    return at + 1;
  }
  if (value < 0x100) return writeBytes(target, at, 0xcc, value, 1);
  if (value < 0x10000) return writeBytes(target, at, 0xcd, value, 2);
  if (value < 2 ** 32) return writeBytes(target, at, 0xce, value, 4);
  return writeBytes(target, at, 0xcf, value, 8);
}

function writeLength(target: Uint8Array, at: number, length: number): number {
  if (length < 0x100) return writeBytes(target, at, 0xc4, length, 1);
  if (length < 0x10000) return writeBytes(target, at, 0xc5, length, 2);
  return writeBytes(target, at, 0xc6, length, 4);
}

/** Writes a type byte, and a number in so many bytes. */
function writeBytes(target: Uint8Array, at: number, type: number, value: number, bytes: number): number {
  target[at] = type;
  let rest = value;
  for (let place = at + bytes; place > at; place--) {
    // Assignment keeps the lowest eight bits, also of what is beyond 32.
    target[place] = rest;
    rest = Math.floor(rest / 256);
  }
  return at + bytes + 1;
}
