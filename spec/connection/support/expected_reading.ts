import { turn } from "../../support/pause.ts";
import type { ReaderPace } from "./conversation_arbitrary.ts";
import { type Outcome, whoCut } from "./outcome.ts";

/** A reader, and what it is to get as far as things have come. */
export class ExpectedReading {
  readonly expected: { messages: number[][]; end: string } = { messages: [], end: "pending" };
  readonly #got: { messages: number[][]; end: string } = { messages: [], end: "pending" };
  readonly #readable: ReadableStream<Uint8Array>;
  readonly #pace: ReaderPace;
  /** Fulfils when the reader has come to its end. */
  done: Promise<void> = Promise.resolve();

  constructor(readable: ReadableStream<Uint8Array>, pace: ReaderPace) {
    this.#readable = readable;
    this.#pace = pace;
    if (pace !== "late") this.start();
  }

  get got(): Outcome {
    return this.#got;
  }

  /** Begins to read, if it has not. */
  start(): void {
    if (!this.#readable.locked) this.done = this.#read();
  }

  /** Waits for what is to come while nothing is at its end. */
  async catchUp(): Promise<void> {
    for (let turns = 0; turns < 200 && !this.#isThere(); turns++) await turn();
    // If there is more than it is to get, it is here now.
    await turn();
  }

  #isThere(): boolean {
    const { messages, end } = this.expected;
    return this.#got.messages.length >= messages.length && this.#got.end === end;
  }

  async #read(): Promise<void> {
    const reader = this.#readable.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#got.messages.push([...value]);
        if (this.#pace === "slow") await turn();
      }
      this.#got.end = "done";
    } catch (error) {
      this.#got.end = whoCut(error);
    }
  }
}
