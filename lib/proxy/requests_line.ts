import type { RequestsMessages } from "./answer_messages.ts";

/** One `/requests` connection, at the proxy: sends asks, and notices the end from whichever stream tells it first. */
export class RequestsLine {
  readonly number: number;
  readonly ended: Promise<unknown>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #reader: ReadableStreamDefaultReader<unknown>;
  #isOver = false;

  /** @throws {TypeError} if one of the streams is locked. */
  constructor({ readable, writable }: RequestsMessages, number: number) {
    this.number = number;
    this.#writer = writable.getWriter();
    this.#reader = readable.getReader();
    this.ended = Promise.race([this.#drain(), this.#writer.closed])
      .catch((reason: unknown) => reason)
      .then((reason) => {
        this.#isOver = true;
        this.#writer.abort(reason).catch(() => {});
        this.#reader.cancel(reason).catch(() => {});
        return reason;
      });
  }

  get hasRoom(): boolean {
    return !this.#isOver && (this.#writer.desiredSize ?? 0) > 0;
  }

  /** Fulfils when one more can be sent, and never if that will not be. */
  whenReady(act: () => void): void {
    this.#writer.ready.then(
      () => !this.#isOver && act(),
      () => {},
    );
  }

  send(message: Uint8Array<ArrayBuffer>): void {
    // That it failed, `closed` tells.
    this.#writer.write(message).catch(() => {});
  }

  /** Closes the connection in order. */
  close(): void {
    this.#writer.close().catch(() => {});
  }

  /** What the server says here has no meaning. But unread it would hide the end. */
  async #drain(): Promise<void> {
    for (let done = false; !done; ) ({ done } = await this.#reader.read());
  }
}
