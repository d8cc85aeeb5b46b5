import { Fifo } from "./fifo.ts";

/** What the owner of an {@link Inbox} is told. */
export interface InboxOwner {
  /** The reader took a message, so that the queue is shorter. */
  taken(): void;
  /** The reader left; what was queued is gone, and what is pushed from now on is dropped. */
  cancelled(reason: unknown): void;
}

/**
 * The receiving end of a carrier, where messages come when the peer sends them and not when the reader asks.
 *
 * An error throws away what a `ReadableStream` has queued. So the queue is kept here: each read that waits is given one
 * message, and the stream ends when the queue is empty. The first end wins. How much may be queued is for the owner to
 * see to, by `bytes` and `length`.
 */
export class Inbox<T extends Uint8Array = Uint8Array> {
  /** Bytes queued. */
  bytes = 0;
  readonly #owner: InboxOwner;
  readonly #queue: Fifo<T> = new Fifo();
  #readable: ReadableStream<T> | undefined;
  #controller: ReadableStreamDefaultController<T> | undefined;
  #asked = false;
  #end: ((controller: ReadableStreamDefaultController) => void) | undefined;

  constructor(owner: InboxOwner) {
    this.#owner = owner;
  }

  /** Messages queued. */
  get length(): number {
    return this.#queue.length;
  }

  /** Whether the end has come. The reader may not have got to it yet. */
  get ended(): boolean {
    return this.#end !== undefined;
  }

  /** Made when it is first asked for: a channel whose messages nobody reads is not worth a stream. */
  get readable(): ReadableStream<T> {
    this.#readable ??= new ReadableStream<T>(
      {
        start: (controller) => {
          this.#controller = controller;
          if (this.#end) queueMicrotask(this.#pump);
        },
        pull: () => {
          this.#asked = true;
          this.#pump();
        },
        cancel: (reason) => {
          this.#discard(() => {});
          this.#owner.cancelled(reason);
        },
      },
      { highWaterMark: 0 },
    );
    return this.#readable;
  }

  push(message: T): void {
    if (this.#end) return;
    if (this.#asked && this.#queue.length === 0) {
      this.#asked = false;
      this.#controller?.enqueue(message);
      this.#owner.taken();
      return;
    }
    this.#queue.push(message);
    this.bytes += message.byteLength;
    if (this.#asked) this.#pump();
  }

  /** An ordinary end, once the queue has been read. */
  close(): void {
    this.#conclude((controller) => controller.close());
  }

  /** The end by an error, once the queue has been read. */
  fail(reason: unknown): void {
    this.#conclude((controller) => controller.error(reason));
  }

  /** The end by an error at once, whatever is queued. */
  abandon(reason: unknown): void {
    this.#discard((controller) => controller.error(reason));
  }

  #conclude(end: (controller: ReadableStreamDefaultController) => void): void {
    this.#end ??= end;
    this.#pump();
  }

  #discard(end: (controller: ReadableStreamDefaultController) => void): void {
    this.#queue.clear();
    this.bytes = 0;
    this.#end = end;
    if (!this.#controller) return;
    end(this.#controller);
    this.#end = () => {};
  }

  readonly #pump = (): void => {
    const controller = this.#controller;
    if (!controller) return;
    if (this.#asked) {
      const message = this.#queue.shift();
      if (message) {
        this.#asked = false;
        this.bytes -= message.byteLength;
        controller.enqueue(message);
        this.#owner.taken();
        // Not in the same turn: the end must not overtake the message on its way to the reader.
        if (this.#end) queueMicrotask(this.#pump);
        return;
      }
    }
    // A read that was given up, by releasing its lock, leaves its message in the queue of the stream.
    if (this.#end && this.#queue.length === 0 && !controller.desiredSize) {
      this.#end(controller);
      this.#end = () => {};
    }
  };
}
