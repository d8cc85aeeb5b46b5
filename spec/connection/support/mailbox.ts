/** What came, in order, and whoever waits for the next. */
export class Mailbox<T> {
  /** Everything that has come. */
  readonly all: T[] = [];
  #taken = 0;
  #wake: () => void = () => {};
  #end: { readonly reason: unknown } | undefined;

  push(mail: T): void {
    this.all.push(mail);
    this.#wake();
  }

  /** Nothing more will come. */
  end(reason: unknown): void {
    this.#end ??= { reason };
    this.#wake();
  }

  /** The next one that nobody has taken. Rejects if none will come. */
  async next(): Promise<T> {
    for (;;) {
      if (this.#taken < this.all.length) return this.all[this.#taken++] as T;
      if (this.#end) throw this.#end.reason;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
