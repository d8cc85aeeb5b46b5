/** What can be full, and then holds up the whole connection. */
export interface Holder {
  describe(): Stall;
}

/** What a connection waits for: somebody has not read what came. */
export interface Stall {
  readonly scope: number;
  /** The number of the channel; missing for the responses of the scope itself, or what peers have opened and nobody took. */
  readonly channel?: number | undefined;
  /**
   * What waits: messages, scopes or channels that the peer opened, or, under `whenFull: "cut"`, what this side has to say
   * to openings that it refuses.
   */
  readonly waiting: "messages" | "openings" | "refusals";
  /** How many wait. */
  readonly length: number;
  /** Their bytes. */
  readonly bytes: number;
}

/** Decides whether the connection reads on. */
export class Flow {
  readonly #held: Set<Holder> = new Set();
  readonly #timeout: number;
  readonly #onStall: (stall: Stall) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #proceed: (() => void) | undefined;

  constructor(timeout: number, onStall: (stall: Stall) => void) {
    this.#timeout = timeout;
    this.#onStall = onStall;
  }

  /** Calls `read` now, or when nothing is full any more. */
  whenFree(read: () => void): void {
    if (this.#held.size === 0) read();
    else this.#proceed = read;
  }

  hold(holder: Holder): void {
    this.#held.add(holder);
    this.#timer ??= setTimeout(() => {
      for (const one of this.#held) this.#onStall(one.describe());
    }, this.#timeout);
  }

  release(holder: Holder): void {
    if (!this.#held.delete(holder) || this.#held.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const proceed = this.#proceed;
    this.#proceed = undefined;
    proceed?.();
  }

  /** The connection is over. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#held.clear();
    this.#proceed = undefined;
  }
}
