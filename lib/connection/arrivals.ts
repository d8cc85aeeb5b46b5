import { Fifo } from "../streams/fifo.ts";
import type { Flow, Holder, Stall } from "./flow.ts";

type Settle<T> = (result: IteratorResult<T, undefined> | Promise<IteratorResult<T, undefined>>) => void;

/**
 * What the peer opened, in order, for whoever asks next. A loop that is left leaves the rest for the next one. When all
 * have been taken it ends as the scope or the connection did.
 */
export class Arrivals<T> implements AsyncIterable<T>, Holder {
  readonly #queue: Fifo<T> = new Fifo();
  readonly #asking: Fifo<Settle<T>> = new Fifo();
  readonly #flow: Flow;
  readonly #most: number;
  readonly #scope: number;
  #end: (() => Promise<IteratorResult<T, undefined>>) | undefined;

  constructor(most: number, flow: Flow, scope: number) {
    this.#most = most;
    this.#flow = flow;
    this.#scope = scope;
  }

  get isFull(): boolean {
    return this.#queue.length >= this.#most;
  }

  push(arrival: T): void {
    const asking = this.#asking.shift();
    if (asking) asking({ done: false, value: arrival });
    else this.#queue.push(arrival);
    if (this.isFull) this.#flow.hold(this);
  }

  close(): void {
    this.#finish(() => Promise.resolve({ done: true, value: undefined }));
  }

  fail(reason: unknown): void {
    this.#finish(() => Promise.reject(reason));
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return { next: () => this.#next(), return: () => Promise.resolve({ done: true, value: undefined }) };
  }

  describe(): Stall {
    return { scope: this.#scope, waiting: "openings", length: this.#queue.length, bytes: 0 };
  }

  #next(): Promise<IteratorResult<T, undefined>> {
    const value = this.#queue.shift();
    if (value !== undefined) {
      if (!this.isFull) this.#flow.release(this);
      return Promise.resolve({ done: false, value });
    }
    return this.#end?.() ?? new Promise((resolve) => this.#asking.push(resolve));
  }

  #finish(end: () => Promise<IteratorResult<T, undefined>>): void {
    this.#end ??= end;
    this.#flow.release(this);
    for (let asking = this.#asking.shift(); asking; asking = this.#asking.shift()) asking(this.#end());
  }
}
