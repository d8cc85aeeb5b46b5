/** Measures the time between the records of a tape, in whole microseconds, of which none is lost by rounding. */
export class TapeClock {
  /** When it was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly #clock: () => number;
  #last: number;

  constructor(clock: () => number = steadyClock()) {
    this.#clock = clock;
    this.#last = this.#now();
    this.startedAt = this.#last / 1000;
  }

  /** Microseconds since the last call. A clock that was set back has stood still. */
  lap(): number {
    const now = this.#now();
    const elapsed = Math.max(0, now - this.#last);
    this.#last = now;
    return elapsed;
  }

  #now(): number {
    return Math.round(this.#clock() * 1000);
  }
}

/** The time of day at the start, and from there on a clock that nobody sets. */
function steadyClock(): () => number {
  const ahead = Date.now() - performance.now();
  return () => ahead + performance.now();
}
