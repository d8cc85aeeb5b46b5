/** Counts what comes, for whoever waits for so many. */
export class Tally {
  #came = 0;
  #wanted = Number.POSITIVE_INFINITY;
  #reached: (came: number) => void = () => {};

  /** Begins to count from nothing. @returns how many came, once so many have; rejects if that takes too long */
  expect(count: number): Promise<number> {
    this.#came = 0;
    this.#wanted = count;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`Only ${this.#came} of ${count} messages came`)), 30_000);
      this.#reached = (came) => {
        clearTimeout(limit);
        resolve(came);
      };
    });
  }

  readonly add = (): void => {
    if (++this.#came === this.#wanted) this.#reached(this.#came);
  };

  /**
   * Counts what a stream brings. As a listener of a bare socket it keeps nothing, where a loop would keep what it awaited
   * last: of a thousand loops that is memory that lives long, and costs what no connection can help.
   */
  drain(stream: ReadableStream<unknown>): void {
    const reader = stream.getReader();
    const take = ({ done }: ReadableStreamReadResult<unknown>): void => {
      if (done) return;
      this.add();
      reader.read().then(take, lost);
    };
    // That it broke off shows in the count.
    const lost = (): void => {};
    reader.read().then(take, lost);
  }
}
