import { Fifo } from "../streams/fifo.ts";
import type { FrameSource, Taken } from "../streams/frame_iterator.ts";

interface Asker<T> {
  readonly resolve: (taken: Taken<T> | Promise<Taken<T>>) => void;
}

/**
 * The sending end of a stream of things that come by themselves: a queue that has bounds, and gives one thing to each
 * read. An end comes when the queue has been read, so that it throws nothing away. The first end wins.
 */
export class Feed<T extends object> implements FrameSource<T, T> {
  readonly #most: number;
  readonly #left: (reason: unknown) => void;
  readonly #queue: Fifo<T> = new Fifo();
  readonly #askers: Fifo<Asker<T>> = new Fifo();
  #controller: ReadableStreamDefaultController<T> | undefined;
  #isPulled = false;
  #end: (() => Promise<Taken<T>>) | undefined;
  #makeRoom: () => void = () => {};

  /**
   * @param most how many may be queued
   * @param left is told when the reader leaves
   */
  constructor(most: number, left: (reason: unknown) => void) {
    this.#most = most;
    this.#left = left;
  }

  /** What the stream is made of, with no room in its own queue. */
  get source(): UnderlyingDefaultSource<T> {
    return {
      start: (controller) => {
        this.#controller = controller;
      },
      pull: async (controller) => {
        this.#isPulled = true;
        try {
          const { done, value } = await this.read();
          if (this.#controller && !done) controller.enqueue(value);
        } finally {
          this.#isPulled = false;
          this.#endWhenRead();
        }
      },
      cancel: (reason) => {
        this.#controller = undefined;
        this.#stop(async () => ({ done: true, value: undefined }));
        this.#left(reason);
      },
    };
  }

  /** @returns a promise, if the next had better wait for it */
  push(value: T): Promise<void> | undefined {
    if (this.#end) return undefined;
    const asker = this.#askers.shift();
    if (asker) asker.resolve({ done: false, value });
    else this.#queue.push(value);
    if (this.#queue.length < this.#most) return undefined;
    return new Promise((resolve) => {
      this.#makeRoom = resolve;
    });
  }

  /** An ordinary end, once the queue has been read. */
  close(): void {
    this.#conclude(async () => ({ done: true, value: undefined }));
  }

  /** The end by an error at once, whatever is queued. */
  abandon(reason: unknown): void {
    if (this.#end && this.#queue.length === 0) return;
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.error(reason);
    this.#stop(() => Promise.reject(reason));
  }

  read(): Promise<Taken<T>> {
    const value = this.#queue.shift();
    if (value === undefined) {
      if (this.#end) return this.#end();
      return new Promise((resolve) => this.#askers.push({ resolve }));
    }
    this.#makeRoom();
    if (this.#queue.length === 0) queueMicrotask(() => this.#endWhenRead());
    return Promise.resolve({ done: false, value });
  }

  answer(taken: Taken<T>): IteratorYieldResult<T> | undefined {
    return taken.done ? undefined : taken;
  }

  settle(): Promise<Taken<T>> {
    return this.read();
  }

  lost(reason: unknown): Promise<Taken<T>> {
    return Promise.reject(reason);
  }

  isIdle(): boolean {
    return !this.#isPulled && !this.#controller?.desiredSize;
  }

  #conclude(end: () => Promise<Taken<T>>): void {
    this.#end ??= end;
    for (let asker = this.#askers.shift(); asker; asker = this.#askers.shift()) asker.resolve(this.#end());
    this.#endWhenRead();
  }

  #stop(end: () => Promise<Taken<T>>): void {
    this.#queue.clear();
    this.#end = end;
    this.#conclude(end);
    this.#makeRoom();
  }

  /** Not while a read is on its way, whose answer the end would overtake. */
  #endWhenRead(): void {
    if (!this.#end || !this.#controller || this.#queue.length > 0 || !this.isIdle()) return;
    this.#controller.close();
    this.#controller = undefined;
  }
}
