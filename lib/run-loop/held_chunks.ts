import type { CoalescedChunk, UsageTotal } from "./coalesced_chunk.ts";
import { CallFragments, callKey, type Fragment, type Fragments, isText, TextFragments } from "./fragments.ts";
import { addUsage } from "./usage_total.ts";

/** The chunks of a run loop that are not whole yet, and so are held back. */
export class HeldChunks<N> {
  usage: UsageTotal<N> | undefined;
  readonly #max: number;
  readonly #calls = new Map<string, Fragments<N>>();
  #text: Fragments<N> | undefined;
  /** What the calls take up. */
  #units = 0;

  /** @param max how many units may be held */
  constructor(max: number) {
    this.#max = max;
  }

  /** @returns what has become whole by this chunk */
  push(chunk: Fragment<N>): readonly CoalescedChunk<N>[] {
    const whole: CoalescedChunk<N>[] = [];
    if (isText(chunk)) this.#pushText(chunk, whole);
    else if (chunk.type === "assistant_tool_call") this.#pushCall(chunk, whole);
    else {
      this.#releaseText(whole);
      if (chunk.type === "usage") this.usage = addUsage(this.usage, chunk);
      if (chunk.type === "tool_response") this.#releaseCall(callKey(chunk), whole);
      whole.push(chunk);
    }
    return this.#units + (this.#text?.units ?? 0) > this.#max ? whole.concat(this.release()) : whole;
  }

  /** Everything, whole or not: the calls, then the text, which began after them. */
  release(): readonly CoalescedChunk<N>[] {
    const all: CoalescedChunk<N>[] = [];
    for (const key of this.#calls.keys()) this.#releaseCall(key, all);
    this.#releaseText(all);
    return all;
  }

  #pushText(chunk: ConstructorParameters<typeof TextFragments<N>>[0], whole: CoalescedChunk<N>[]): void {
    if (this.#text?.add(chunk)) return;
    this.#releaseText(whole);
    this.#text = new TextFragments(chunk);
  }

  #pushCall(chunk: ConstructorParameters<typeof CallFragments<N>>[0], whole: CoalescedChunk<N>[]): void {
    const key = callKey(chunk);
    const call = this.#calls.get(key);
    if (call === undefined) {
      this.#releaseText(whole);
      const started = new CallFragments(chunk);
      this.#calls.set(key, started);
      this.#units += started.units;
    } else {
      this.#units -= call.units;
      call.add(chunk);
      this.#units += call.units;
    }
  }

  #releaseText(to: CoalescedChunk<N>[]): void {
    if (this.#text !== undefined) to.push(this.#text.build());
    this.#text = undefined;
  }

  #releaseCall(key: string, to: CoalescedChunk<N>[]): void {
    const call = this.#calls.get(key);
    if (call === undefined) return;
    this.#units -= call.units;
    this.#calls.delete(key);
    to.push(call.build());
  }
}
