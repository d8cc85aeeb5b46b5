/** Random numbers that are the same for the same seed, from 0 up to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEQUENCE = 0;
const CHECKSUM = 4;
const BODY = 8;

/** Adds to a checksum the bytes of a body, and its length. */
function checksum(before: number, body: Uint8Array): number {
  let sum = Math.imul(before ^ body.length, 0x01000193);
  for (const byte of body) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

/**
 * Writes messages that tell which of the sequence each is, and the checksum of everything up to it: a message that is
 * lost, doubled, changed, out of its order or of another channel does not go unnoticed.
 */
export class CheckedWriter {
  #count = 0;
  #sum: number;
  readonly #random: () => number;

  constructor(channel: number) {
    this.#sum = channel;
    this.#random = randomNumbers(channel);
  }

  next(): Uint8Array<ArrayBuffer> {
    const message = new Uint8Array(BODY + Math.floor(this.#random() * 48));
    const body = message.subarray(BODY);
    for (let at = 0; at < body.length; at++) body[at] = this.#random() * 256;
    this.#sum = checksum(this.#sum, body);
    const view = new DataView(message.buffer);
    view.setUint32(SEQUENCE, this.#count++);
    view.setUint32(CHECKSUM, this.#sum);
    return message;
  }
}

/** Takes them, and throws when one is not the next. */
export class CheckedReader {
  /** How many it has taken. */
  count = 0;
  #sum: number;
  readonly #channel: number;

  constructor(channel: number) {
    this.#sum = channel;
    this.#channel = channel;
  }

  take(message: Uint8Array): void {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    this.#sum = checksum(this.#sum, message.subarray(BODY));
    const [sequence, sum] = [view.getUint32(SEQUENCE), view.getUint32(CHECKSUM)];
    if (sequence !== this.count || sum !== this.#sum) {
      throw new Error(
        `Channel ${this.#channel}: message ${sequence} (${sum}) where ${this.count} (${this.#sum}) was due`,
      );
    }
    this.count++;
  }
}
