import { TapeEncoderStream, type TapeRecord } from "../tape/mod.ts";
import type { TapeSink } from "./tape_sink.ts";

/** Writes records on a tape, one after the other: when a write is done, the record is where the tape is kept. */
export class TapeWriter {
  readonly #sink: TapeSink;
  readonly #records: WritableStreamDefaultWriter<TapeRecord>;
  readonly #bytes: ReadableStreamDefaultReader<Uint8Array>;
  #isEnded = false;

  constructor(sink: TapeSink) {
    const encoder = new TapeEncoderStream();
    this.#sink = sink;
    this.#records = encoder.writable.getWriter();
    this.#bytes = encoder.readable.getReader();
  }

  /** Whether the last record has been written. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  async write(record: TapeRecord): Promise<void> {
    const written = this.#records.write(record);
    // What it rejects with, the read rejects with, too.
    written.catch(() => {});
    const { value } = await this.#bytes.read();
    if (value) await this.#sink.write(value);
    await written;
    this.#isEnded = record.type === "end";
  }
}
