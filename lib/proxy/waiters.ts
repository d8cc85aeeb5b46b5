interface Waiter {
  /** @returns whether it waits no more */
  look(): boolean;
  fail(reason: unknown): void;
}

/** Those who wait until something is as they want it. */
export class Waiters {
  readonly #waiting: Set<Waiter> = new Set();
  #failure: { readonly reason: unknown } | undefined;

  /**
   * @param look what is waited for; `undefined` as long as it is not there
   * @param signal gives the waiting up, with the signal's reason
   */
  until<T>(look: () => T | undefined, signal?: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#failure) return reject(this.#failure.reason);
      const value = look();
      if (value !== undefined) return resolve(value);
      const end = (): void => {
        this.#waiting.delete(waiter);
        signal?.removeEventListener("abort", abandon);
      };
      const waiter: Waiter = {
        look() {
          const value = look();
          if (value === undefined) return false;
          end();
          resolve(value);
          return true;
        },
        fail(reason) {
          end();
          reject(reason);
        },
      };
      const abandon = (): void => waiter.fail(signal?.reason);
      this.#waiting.add(waiter);
      signal?.addEventListener("abort", abandon);
    });
  }

  /** Something has changed. */
  look(): void {
    for (const waiter of this.#waiting) waiter.look();
  }

  /** What they wait for will never come. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    for (const waiter of this.#waiting) waiter.fail(reason);
  }
}
