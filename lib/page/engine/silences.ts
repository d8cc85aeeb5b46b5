import { countOf, formatSpan } from "../../cli/amounts.ts";
import type { TimelineGap } from "../recording.ts";

/** So many of the longest are kept. */
const MOST = 20;

/** Shorter than this is no silence, in milliseconds. */
const SHORTEST = 200;

/** Where nothing came for long, and where messages are missing. */
export class Silences {
  #longest: TimelineGap[] = [];
  #shortest = SHORTEST;
  readonly #dropped: TimelineGap[] = [];

  add(from: number, to: number): void {
    if (to - from < this.#shortest) return;
    this.#longest.push({ kind: "silence", from, to, text: `nothing for ${formatSpan(to - from)}` });
    if (this.#longest.length < 2 * MOST) return;
    this.#longest = this.#longest.sort((one, other) => other.to - other.from - (one.to - one.from)).slice(0, MOST);
    const last = this.#longest.at(-1);
    if (last) this.#shortest = last.to - last.from;
  }

  addDropped(from: number, to: number, messages: number): void {
    if (this.#dropped.length >= MOST) return;
    this.#dropped.push({ kind: "dropped", from, to, text: `${countOf(messages, "message")} not recorded` });
  }

  /** Those that touch a span of time. A silence that is short beside the span is none. */
  within(from: number, to: number): readonly TimelineGap[] {
    const least = (to - from) / 50;
    return [...this.#longest.filter((gap) => gap.to - gap.from >= least), ...this.#dropped]
      .filter((gap) => gap.to >= from && gap.from <= to)
      .slice(0, MOST);
  }
}
