import { Fifo } from "./fifo.ts";
import type { Break } from "./pair.ts";

/** What the owner of an {@link Inbox} is told. */
export interface InboxOwner {
  /** The reader took a message out of the queue. One that it waited for was never in it. */
  taken(): void;
  /** The reader left; what was queued is gone, and what is pushed from now on is dropped. */
  cancelled(reason: unknown): void;
  /** The reader takes views on memory that other messages may be in, too. */
  share?(): void;
}

/** Told of what the reader of an {@link Inbox} is given, at the moment when it is. What it throws is not caught. */
export interface Tap {
  message(message: Uint8Array): void;
  /** The end came, by an error or in order. */
  end(broke: Break | undefined): void;
  /** The reader left. */
  cancel(reason: unknown): void;
}

const inboxes: WeakMap<ReadableStream, Inbox> = new WeakMap();

/** Listens to a stream that a carrier of this library brings. @returns false for any other */
export function tap(readable: ReadableStream, by: Tap): boolean {
  const inbox = inboxes.get(readable);
  if (inbox) inbox.tap = inbox.tap ? both(inbox.tap, by) : by;
  return inbox !== undefined;
}

/**
 * Has a carrier of this library bring views on memory that other messages may be in, too, where that spares a copy. For
 * who makes such views itself.
 */
export function takeSharedMemory(readable: ReadableStream): void {
  inboxes.get(readable)?.share();
}

function both(first: Tap, second: Tap): Tap {
  return {
    message(message) {
      first.message(message);
      second.message(message);
    },
    end(broke) {
      first.end(broke);
      second.end(broke);
    },
    cancel(reason) {
      first.cancel(reason);
      second.cancel(reason);
    },
  };
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
  /** Messages queued. */
  length = 0;
  tap: Tap | undefined;
  readonly #owner: InboxOwner;
  #queue: Fifo<T> | undefined; // made when a message has to wait: most never have to
  #readable: ReadableStream<T> | undefined;
  #controller: ReadableStreamDefaultController<T> | undefined;
  #asked = false;
  #end: Break | "in order" | undefined;
  #isOver = false;

  constructor(owner: InboxOwner) {
    this.#owner = owner;
  }

  share(): void {
    this.#owner.share?.();
  }

  /** Whether the end has come. The reader may not have got to it yet. */
  get ended(): boolean {
    return this.#end !== undefined;
  }

  /** Made when it is first asked for: a channel whose messages nobody reads is not worth a stream. */
  get readable(): ReadableStream<T> {
    this.#readable ??= this.#open();
    return this.#readable;
  }

  push(message: T): void {
    if (this.#end) return;
    if (this.#controller && this.#asked && this.length === 0) {
      this.#give(this.#controller, message);
      return;
    }
    this.#queue ??= new Fifo();
    this.#queue.push(message);
    this.length++;
    this.bytes += message.byteLength;
    if (this.#asked) this.#pump();
  }

  /** An ordinary end, once the queue has been read. */
  close(): void {
    this.#end ??= "in order";
    this.#pump();
  }

  /** The end by an error, once the queue has been read. */
  fail(reason: unknown): void {
    this.#end ??= { reason };
    this.#pump();
  }

  /** The end by an error at once, whatever is queued. */
  abandon(reason: unknown): void {
    this.#clear();
    if (this.#isOver) return;
    this.#end = { reason };
    if (this.#controller) this.#conclude(this.#controller);
  }

  #open(): ReadableStream<T> {
    const readable = new ReadableStream<T>(
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
          this.#clear();
          this.#end = "in order";
          this.#isOver = true;
          this.tap?.cancel(reason);
          this.#owner.cancelled(reason);
        },
      },
      { highWaterMark: 0 },
    );
    inboxes.set(readable, this);
    return readable;
  }

  #clear(): void {
    this.#queue?.clear();
    this.length = 0;
    this.bytes = 0;
  }

  #give(controller: ReadableStreamDefaultController<T>, message: T): void {
    this.#asked = false;
    this.tap?.message(message);
    controller.enqueue(message);
  }

  #conclude(controller: ReadableStreamDefaultController<T>): void {
    if (this.#isOver || !this.#end) return;
    this.#isOver = true;
    const broke = this.#end === "in order" ? undefined : this.#end;
    this.tap?.end(broke);
    if (broke) controller.error(broke.reason);
    else controller.close();
  }

  readonly #pump = (): void => {
    const controller = this.#controller;
    if (!controller) return;
    const message = this.#asked ? this.#queue?.shift() : undefined;
    if (message) {
      this.length--;
      this.bytes -= message.byteLength;
      this.#give(controller, message);
      this.#owner.taken();
      // Not in the same turn: the end must not overtake the message on its way to the reader.
      if (this.#end) queueMicrotask(this.#pump);
      return;
    }
    // A read that was given up, by releasing its lock, leaves its message in the queue of the stream.
    if (this.length === 0 && !controller.desiredSize) this.#conclude(controller);
  };
}
