import { CutError } from "../frame/cut_error.ts";
import { DueTime } from "./due_time.ts";
import type { TapeDirection, TapeEnd, TapeGap, TapeMessage } from "./tape_record.ts";

/** Which part of a tape is replayed, and how. Times are in microseconds. */
export interface ReplayPartOptions {
  readonly speed: number;
  readonly from: number;
  readonly until: number;
  readonly gaps: "cut" | "skip";
  readonly direction: TapeDirection | undefined;
}

/** Finds for each record of a tape whether it is replayed, and when. */
export class ReplayPart {
  readonly #options: ReplayPartOptions;
  readonly #due: DueTime;
  /** Of the record, since the start of the tape. */
  #time = 0;

  constructor(options: ReplayPartOptions) {
    this.#options = options;
    this.#due = new DueTime(options.speed);
  }

  /**
   * Goes on to the next record.
   *
   * @returns whether it is replayed
   * @throws {CutError} at the end of the part, and at a gap
   */
  includes(record: TapeMessage | TapeGap | TapeEnd): record is TapeMessage | TapeEnd {
    const { from, until, gaps, direction } = this.#options;
    this.#time += Math.round(record.elapsed * 1000);
    if (this.#time > until) throw new CutError({ by: "local", reason: "The replay was asked to stop here" });
    switch (record.type) {
      case "end":
        return true;
      case "message":
        return this.#time >= from && (direction === undefined || record.direction === direction);
      case "dropped":
        if (gaps === "skip" || this.#time < from) return false;
        throw new CutError({ by: "overrun", reason: `The tape lacks ${record.messages} messages here` });
    }
  }

  /** @returns `undefined` if the record is due, or overdue */
  untilDue(): Promise<void> | undefined {
    return this.#due.until(Math.max(0, this.#time - this.#options.from) / 1000);
  }

  /** Ends a wait, if there is one. */
  stop(): void {
    this.#due.clear();
  }
}
