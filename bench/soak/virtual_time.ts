/** Time that goes by faster than that of the wall, until it is over: then nobody sleeps any more. */
export class VirtualTime {
  readonly #speed: number;
  readonly #sleepers: Set<() => void> = new Set();
  #isOver = false;

  /** @param speed how many seconds go by in one of the wall */
  constructor(speed: number) {
    this.#speed = speed;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sleeps for so many virtual seconds, or until the time is over. */
  sleep(seconds: number): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, (seconds * 1000) / this.#speed);
      this.#sleepers.add(wake);
    });
  }

  end(): void {
    this.#isOver = true;
    for (const wake of [...this.#sleepers]) wake();
  }
}
