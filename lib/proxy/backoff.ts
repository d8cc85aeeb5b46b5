import { checkOption } from "../frame/check_option.ts";

/** How long to wait before the next attempt. It doubles with each that fails. */
export interface BackoffOptions {
  /**
   * The longest wait before the second attempt, in milliseconds.
   * @default 100
   */
  readonly minDelay?: number | undefined;
  /**
   * The longest wait of all, in milliseconds.
   * @default 30000
   */
  readonly maxDelay?: number | undefined;
}

/** Delays that double, each cut at random by up to a half, so that those who lost one peer do not come back in step. */
export class Backoff {
  readonly #minDelay: number;
  readonly #maxDelay: number;
  #failures = 0;
  #last: number;

  /** @throws {TypeError} for an option that has no sense. */
  constructor({ minDelay = 100, maxDelay = 30_000 }: BackoffOptions = {}) {
    checkOption("minDelay", Number.isFinite(minDelay) && minDelay > 0);
    // A longer timer would fire at once.
    checkOption("maxDelay", maxDelay >= minDelay && maxDelay < 2 ** 31);
    this.#minDelay = minDelay;
    this.#maxDelay = maxDelay;
    this.#last = minDelay;
  }

  /** How many delays there have been since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** The next delay, in milliseconds. */
  next(): number {
    const longest = Math.min(this.#maxDelay, this.#minDelay * 2 ** this.#failures++);
    this.#last = longest * (0.5 + Math.random() / 2);
    return this.#last;
  }

  /** Whether what has lasted so long, in milliseconds, is a success: ten times as long as the wait before it. */
  survived(milliseconds: number): boolean {
    return milliseconds >= this.#last * 10;
  }

  reset(): void {
    this.#failures = 0;
    this.#last = this.#minDelay;
  }
}
