import { Fifo } from "../streams/fifo.ts";
import type { Flow, Holder, Stall } from "./flow.ts";
import type { ConnectionSettings } from "./options.ts";

type Taken<T> = IteratorResult<T, undefined>;

/** Somebody who waits for the next. */
interface Asking<T> {
  readonly by: AsyncIterator<T, undefined>;
  readonly settle: (taken: Taken<T> | Promise<Taken<T>>) => void;
}

/**
 * What the peer opened, in order, for whoever asks next. A loop that is left leaves the rest for the next one. When all
 * have been taken it ends as the scope or the connection did.
 */
export class Arrivals<T> implements AsyncIterable<T>, Holder {
  readonly #queue: Fifo<T> = new Fifo();
  readonly #settings: ConnectionSettings;
  readonly #flow: Flow;
  readonly #scope: number;
  #asking: readonly Asking<T>[] = [];
  #end: (() => Promise<Taken<T>>) | undefined;

  constructor(settings: ConnectionSettings, flow: Flow, scope: number) {
    this.#settings = settings;
    this.#flow = flow;
    this.#scope = scope;
  }

  /** Whether the peer is to be told that nothing more is taken. */
  get refuses(): boolean {
    return this.#settings.whenFull === "cut" && this.#isFull();
  }

  push(arrival: T): void {
    const [first, ...others] = this.#asking;
    this.#asking = others;
    if (first) first.settle({ done: false, value: arrival });
    else this.#queue.push(arrival);
    if (this.#settings.whenFull === "pause" && this.#isFull()) this.#flow.hold(this);
  }

  close(): void {
    this.#finish(() => Promise.resolve({ done: true, value: undefined }));
  }

  fail(reason: unknown): void {
    this.#finish(() => Promise.reject(reason));
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    let isLeft = false;
    const iterator: AsyncIterator<T, undefined> = {
      next: async () => (isLeft ? { done: true, value: undefined } : this.#next(iterator)),
      return: async () => {
        isLeft = true;
        const mine = this.#asking.filter(({ by }) => by === iterator);
        this.#asking = this.#asking.filter(({ by }) => by !== iterator);
        for (const { settle } of mine) settle({ done: true, value: undefined });
        return { done: true, value: undefined };
      },
    };
    return iterator;
  }

  describe(): Stall {
    return { scope: this.#scope, waiting: "openings", length: this.#queue.length, bytes: 0 };
  }

  #isFull(): boolean {
    return this.#queue.length >= this.#settings.maxQueuedOpenings;
  }

  #next(by: AsyncIterator<T, undefined>): Promise<Taken<T>> {
    const value = this.#queue.shift();
    if (value !== undefined) {
      if (!this.#isFull()) this.#flow.release(this);
      return Promise.resolve({ done: false, value });
    }
    if (this.#end) return this.#end();
    return new Promise((settle) => {
      this.#asking = [...this.#asking, { by, settle }];
    });
  }

  #finish(end: () => Promise<Taken<T>>): void {
    this.#end ??= end;
    this.#flow.release(this);
    for (const { settle } of this.#asking) settle(this.#end());
    this.#asking = [];
  }
}
