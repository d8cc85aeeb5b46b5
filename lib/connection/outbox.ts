import { Fifo } from "../streams/fifo.ts";
import { asCut } from "./as_cut.ts";

interface Waiting {
  readonly message: Uint8Array<ArrayBuffer>;
  readonly sent: () => void;
  readonly failed: (reason: unknown) => void;
}

/**
 * What all channels of a connection send through. While the carrier cannot take more, messages wait here, in the order
 * in which they came. A channel has at most one message waiting, since it writes the next when this one is gone: so the
 * queue is bounded by the number of channels, and they take turns.
 */
export class Outbox {
  /** Messages handed to the carrier. */
  sent = 0;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #queue: Fifo<Waiting> = new Fifo();
  #isFlushing = false;
  #emptied: () => void = () => {};
  #failure: { readonly reason: unknown } | undefined;

  constructor(writable: WritableStream<Uint8Array<ArrayBuffer>>) {
    this.#writer = writable.getWriter();
    this.#writer.closed.catch((reason) => this.fail(reason));
  }

  /**
   * @returns a promise if the message has to wait for its turn
   * @throws what the connection ended with
   */
  send(message: Uint8Array<ArrayBuffer>): Promise<void> | undefined {
    if (this.#failure) throw asCut(this.#failure.reason);
    if (this.#queue.length === 0 && this.#hasRoom()) {
      this.#write(message);
      return undefined;
    }
    return new Promise((sent, failed) => {
      this.#queue.push({ message, sent, failed });
      this.#flushWhenReady();
    });
  }

  /** Sends what waits, and then closes the carrier. */
  async close(): Promise<void> {
    if (this.#queue.length > 0) {
      await new Promise<void>((resolve) => {
        this.#emptied = resolve;
      });
    }
    try {
      await this.#writer.close();
    } catch {
      // A writer that had broken says only that it had; what broke it, its `closed` tells.
      await this.#writer.closed;
    }
  }

  abort(reason: unknown): Promise<void> {
    this.fail(reason);
    return this.#writer.abort(reason);
  }

  /** Everything that waits, and whatever comes, fails. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    for (let waiting = this.#queue.shift(); waiting; waiting = this.#queue.shift()) waiting.failed(asCut(reason));
    this.#emptied();
  }

  #hasRoom(): boolean {
    return (this.#writer.desiredSize ?? 0) > 0;
  }

  #write(message: Uint8Array<ArrayBuffer>): void {
    this.sent++;
    // That it failed is told by the writer's `closed`.
    this.#writer.write(message).catch(() => {});
  }

  #flushWhenReady(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#writer.ready.then(this.#flush, () => {});
  }

  readonly #flush = (): void => {
    this.#isFlushing = false;
    // One at least: a writer that is ready takes it, whatever its desiredSize says (in workerd, 0 at first).
    do {
      const waiting = this.#queue.shift();
      if (!waiting) break;
      this.#write(waiting.message);
      waiting.sent();
    } while (this.#hasRoom());
    if (this.#queue.length > 0) this.#flushWhenReady();
    else this.#emptied();
  };
}
