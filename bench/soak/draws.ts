import { randomNumbers } from "../../spec/connection/support/checked_messages.ts";
import type { ChannelPlan, ScopePlan } from "./plan.ts";

/** How a channel is read. */
export interface Manner {
  readonly way: "reader" | "readFrames" | "iterated" | "stage" | "recorded";
  /** `stuck` reads nothing for minutes, once. */
  readonly pace: "fast" | "slow" | "stuck";
  /** After how many messages the reader leaves, or has its signal fire. */
  readonly leaveAfter?: number | undefined;
  readonly signalAfter?: number | undefined;
}

/** Draws what is to happen: the same for the same seed. */
export class Draws {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  chance(of: number): boolean {
    return this.#random() < of;
  }

  between(least: number, most: number): number {
    return least + this.#random() * (most - least);
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  of<T>(first: T, ...more: readonly T[]): T {
    return [first, ...more][this.whole(0, more.length)] ?? first;
  }

  seed(): number {
    return this.whole(1, 2 ** 31);
  }

  channel(): ChannelPlan {
    const count = this.chance(0.05) ? 0 : this.whole(1, this.chance(0.1) ? 6000 : 400);
    const abortAfter = this.chance(0.1) ? this.whole(0, count) : undefined;
    // Now and then one says as much as it can: that fills queues.
    return { id: this.seed(), count, abortAfter, gap: this.chance(0.2) ? 0 : this.between(0.2, 2) };
  }

  scope(slots: number): ScopePlan {
    return { seed: this.seed(), life: this.between(60, 1800), slots };
  }

  manner({ count }: ChannelPlan): Manner {
    const way = this.of<Manner["way"]>("reader", "readFrames", "iterated", "stage", "recorded");
    const pace = this.of<Manner["pace"]>("fast", "fast", "fast", "slow", "slow", "stuck");
    const last = this.whole(0, count);
    if (this.chance(0.1)) return { way, pace, leaveAfter: last };
    // A reader of the bare stream has nothing to give a signal to.
    if (way !== "reader" && this.chance(0.1)) return { way, pace, signalAfter: last };
    return { way, pace };
  }
}
