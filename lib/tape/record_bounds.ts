import { TapeError } from "./tape_error.ts";

/** The most bytes that a record may have which are not the bytes of messages. */
export const MOST_STRUCTURE: number = 2 ** 20;

/** How many levels a record may nest: itself, and the 127 of metadata. */
export const MOST_LEVELS = 128;

/** Refuses the record that would be more than a reader should hold. */
export class RecordBounds {
  readonly #maxMessageBytes: number;
  #structure = 0;
  #messages = 0;

  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes;
  }

  begin(): void {
    this.#structure = 0;
    this.#messages = 0;
  }

  /** Counts bytes that a record has, or says that it has; `offset` is where it begins. */
  add(bytes: number, offset: number): void {
    this.#structure += bytes;
    if (this.#structure <= MOST_STRUCTURE) return;
    throw new TapeError("too-large", offset, `A record has more than ${MOST_STRUCTURE} bytes beside its message`);
  }

  addMessage(bytes: number, offset: number): void {
    this.#messages += bytes;
    if (this.#messages <= this.#maxMessageBytes) return;
    throw new TapeError("too-large", offset, `A message has more than ${this.#maxMessageBytes} bytes`);
  }
}
