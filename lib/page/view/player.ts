import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { PageState } from "../state.ts";

/** How fast a recording is played: as it was, ten times as fast, or all of it at once. */
export const SPEEDS = [1, 10, Number.POSITIVE_INFINITY] as const;

export interface Player {
  readonly speed: Signal<(typeof SPEEDS)[number]>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** Plays on, from the beginning if it is at the end, or pauses. */
  toggle(): void;
  /** To the next message, or the one before. */
  step(by: 1 | -1): void;
  seek(at: number): void;
  /** All of it is shown. */
  stop(): void;
}

export function createPlayer(state: PageState): Player {
  const speed = signal<(typeof SPEEDS)[number]>(1);
  const timer = signal<ReturnType<typeof setInterval> | undefined>(undefined);
  const end = (): number => Math.max(state.progress.value?.lastAt ?? 0, state.ending.value?.at ?? 0);

  const pause = (): void => {
    clearInterval(timer.value);
    timer.value = undefined;
  };
  const stop = (): void => {
    pause();
    state.playhead.value = undefined;
  };
  const seek = (at: number): void => {
    if (at >= end()) stop();
    else state.playhead.value = Math.max(0, at);
  };
  const play = (): void => {
    if (speed.value === Number.POSITIVE_INFINITY) {
      stop();
      return;
    }
    let from = state.playhead.value ?? 0;
    let since = performance.now();
    state.playhead.value = from;
    timer.value = setInterval(() => {
      // Whoever seeks while it plays goes on from there.
      const now = performance.now();
      from = (state.playhead.value ?? from) + (now - since) * speed.value;
      since = now;
      seek(from);
    }, 50);
  };
  return {
    speed,
    isPlaying: computed(() => timer.value !== undefined),
    toggle: () => (timer.value === undefined ? play() : pause()),
    step(by) {
      pause();
      const at = state.playhead.value ?? (by < 0 ? end() : 0);
      // Whatever is there at the moment; then the one after it, or the last but one.
      const { engine } = state;
      const found = by > 0 ? nextAfter(engine, at, end()) : lastBefore(engine, at);
      found.then(
        (time) => (time === undefined ? stop() : seek(time)),
        () => {},
      );
    },
    seek,
    stop,
  };
}

async function nextAfter(engine: PageState["engine"], at: number, end: number): Promise<number | undefined> {
  const index = await engine.ask("after", { at });
  return index === undefined || index > end ? undefined : index;
}

async function lastBefore(engine: PageState["engine"], at: number): Promise<number | undefined> {
  return (await engine.ask("before", { at })) ?? 0;
}
