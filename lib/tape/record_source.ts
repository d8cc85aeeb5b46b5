import { TapeParser } from "./tape_parser.ts";
import type { TapeRecord } from "./tape_record.ts";

/** Reads the records of a tape one by one, and of its source no more than they need. */
export class RecordSource {
  readonly #reader: ReadableStreamDefaultReader<unknown>;
  readonly #parser: TapeParser;

  /** @throws {TypeError} for a stream that is locked, or a limit that has no sense */
  constructor(tape: ReadableStream<unknown>, maxMessageBytes: number | undefined) {
    this.#parser = new TapeParser(maxMessageBytes);
    this.#reader = tape.getReader();
  }

  /**
   * The next record of what has been read.
   *
   * @returns `undefined` if more has to be read for it
   * @throws {TapeError}
   */
  take(): TapeRecord | undefined {
    return this.#parser.next();
  }

  /**
   * Reads more.
   *
   * @throws {TapeError} {@link CutError} or what the source breaks off with
   */
  async fill(): Promise<void> {
    const { done, value } = await this.#reader.read();
    if (done) this.#parser.end();
    else this.#parser.push(value);
  }

  /** Gives the source up. One that is over by itself has its chance to say so, and to close what it has open. */
  async finish(): Promise<void> {
    const { done } = await this.#reader.read();
    if (!done) await this.#reader.cancel();
  }

  cancel(reason: unknown): Promise<void> {
    return this.#reader.cancel(reason);
  }
}
