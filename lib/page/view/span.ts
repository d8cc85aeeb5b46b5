import type { PageState } from "../state.ts";

/** The part of the time axis that is shown. */
export function spanOf({ span, progress, ending }: PageState): { readonly from: number; readonly to: number } {
  return span.value ?? { from: 0, to: Math.max(1, progress.value?.lastAt ?? 1, ending.value?.at ?? 0) };
}

/** Shows so many times as much of it, around a moment, and goes along by so many milliseconds. */
export function zoom(state: PageState, times: number, by: number, around?: number): void {
  const { from, to } = spanOf(state);
  const end = Math.max(1, state.progress.value?.lastAt ?? 1, state.ending.value?.at ?? 0);
  const width = Math.min(end, Math.max(0.01, (to - from) * times));
  const middle = around ?? (from + to) / 2;
  const left = middle - ((middle - from) / Math.max(to - from, 1e-9)) * width + by;
  const start = Math.min(Math.max(0, left), end - width);
  state.span.value = width >= end ? undefined : { from: start, to: start + width };
}
