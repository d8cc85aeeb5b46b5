/** A frame, or the end. */
export type Taken<F> = IteratorResult<F, undefined>;

/**
 * A class with the prototype of every async iterator of the platform: it brings `[Symbol.asyncIterator]`, and
 * `[Symbol.asyncDispose]` where the platform has that.
 */
const AsyncIteratorShape: new <F>() => AsyncIteratorObject<F, undefined> = /* @__PURE__ */ (() => {
  function Shape(): void {}
  Shape.prototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype));
  return Shape as unknown as new <F>() => AsyncIteratorObject<F, undefined>;
})();

/** What frames are taken from. */
export interface FrameSource<F, I> {
  read(): Promise<ReadableStreamReadResult<I>>;
  /** The frame that becomes of a read; `undefined` if it takes longer, and `settle` has to be asked. */
  answer(result: ReadableStreamReadResult<I>): IteratorYieldResult<F> | undefined;
  /** What becomes of a read for which there was no frame. */
  settle(): Promise<Taken<F>>;
  /** What becomes of a read that failed. */
  lost(reason: unknown): Promise<Taken<F>>;
  /** Whether nothing is on its way by the stream's own queue, and the source can be read past it from now on. */
  isIdle(): boolean;
}

/**
 * Iterates over a stream past its queue, from its source, while `lock` keeps others from reading it. That costs one
 * promise less for each frame. Calls of `next()` that do not wait for each other are answered in turn.
 */
export class FrameIterator<F, I> extends AsyncIteratorShape<F> {
  readonly #lock: ReadableStreamDefaultReader<F>;
  readonly #source: FrameSource<F, I>;
  readonly #preventCancel: boolean;
  #waiting = 0;
  #isDirect = false;
  #turn: Promise<unknown> = Promise.resolve();
  #done = false;

  constructor(lock: ReadableStreamDefaultReader<F>, source: FrameSource<F, I>, preventCancel: boolean) {
    super();
    this.#lock = lock;
    this.#source = source;
    this.#preventCancel = preventCancel;
  }

  override next(): Promise<Taken<F>> {
    const turn = this.#waiting++ === 0 ? this.#step() : this.#turn.then(this.#step, this.#step);
    this.#turn = turn;
    return turn;
  }

  override async return(value?: unknown): Promise<Taken<F>> {
    if (!this.#done) {
      const cancelled = this.#preventCancel ? undefined : this.#lock.cancel(value);
      this.#finish();
      await cancelled;
    }
    return { done: true, value: undefined };
  }

  readonly #step = (): Promise<Taken<F>> => {
    if (this.#done) {
      this.#waiting--;
      return Promise.resolve({ done: true, value: undefined });
    }
    // While the lock is held nothing comes into the queue but by this iterator.
    this.#isDirect ||= this.#source.isIdle();
    return this.#isDirect
      ? this.#source.read().then(this.#answered, this.#lost)
      : this.#lock.read().then(this.#read, this.#failed);
  };

  readonly #answered = (result: ReadableStreamReadResult<I>): Taken<F> | Promise<Taken<F>> => {
    const taken = this.#source.answer(result);
    if (taken === undefined) return this.#source.settle().then(this.#taken, this.#failed);
    this.#waiting--;
    return taken;
  };

  readonly #read = ({ done, value }: ReadableStreamReadResult<F>): Taken<F> =>
    this.#taken(done ? { done, value: undefined } : { done, value });

  readonly #lost = (reason: unknown): Promise<Taken<F>> => this.#source.lost(reason).then(this.#taken, this.#failed);

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
