type Taken<F> = IteratorResult<F, undefined>;

/**
 * Iterates over a stream by `take`, while `lock` keeps others from reading it. Calls of `next()` that do not wait for
 * each other are answered in turn.
 */
export class FrameIterator<F> implements AsyncIterableIterator<F> {
  readonly #lock: ReadableStreamDefaultReader<F>;
  readonly #take: () => Promise<Taken<F>>;
  readonly #preventCancel: boolean;
  #waiting = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #done = false;

  constructor(lock: ReadableStreamDefaultReader<F>, take: () => Promise<Taken<F>>, preventCancel: boolean) {
    this.#lock = lock;
    this.#take = take;
    this.#preventCancel = preventCancel;
  }

  next(): Promise<Taken<F>> {
    const turn = this.#waiting++ === 0 ? this.#step() : this.#turn.then(this.#step, this.#step);
    this.#turn = turn;
    return turn;
  }

  async return(value?: unknown): Promise<Taken<F>> {
    if (!this.#done) {
      const cancelled = this.#preventCancel ? undefined : this.#lock.cancel(value);
      this.#finish();
      await cancelled;
    }
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readonly #step = (): Promise<Taken<F>> => {
    if (!this.#done) return this.#take().then(this.#taken, this.#failed);
    this.#waiting--;
    return Promise.resolve({ done: true, value: undefined });
  };

  readonly #taken = (taken: Taken<F>): Taken<F> => {
    this.#waiting--;
    if (taken.done) this.#finish();
    return taken;
  };

  readonly #failed = (reason: unknown): never => {
    this.#waiting--;
    this.#finish();
    throw reason;
  };

  #finish(): void {
    if (this.#done) return;
    this.#done = true;
    this.#lock.releaseLock();
  }
}
