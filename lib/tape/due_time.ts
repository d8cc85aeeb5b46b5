/** Platforms fire a longer timer at once. */
const LONGEST = 2 ** 31 - 1;

/** Waits until times on a scale that may run faster or slower than the clock, and starts at the first of them. */
export class DueTime {
  readonly #speed: number;
  #start: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | undefined;

  constructor(speed: number) {
    this.#speed = speed;
  }

  /** @returns `undefined` if it is due, or overdue. */
  until(milliseconds: number): Promise<void> | undefined {
    this.#start ??= performance.now();
    const due = this.#start + milliseconds / this.#speed;
    if (due <= performance.now()) return undefined;
    return new Promise((resolve) => {
      this.#wake = resolve;
      const wait = (): void => {
        const left = due - performance.now();
        if (left <= 0) resolve();
        else this.#timer = setTimeout(wait, Math.min(left, LONGEST));
      };
      wait();
    });
  }

  /** Ends a wait, if there is one. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#wake?.();
  }
}
