import { type AnyFrame, decodeFrame, type FrameFamily, type FrameOptions } from "channel-frames";
import { expect } from "vitest";

/** The text after the tag byte. */
export function bodyText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(1));
}

/** Decodes by any family, where it is not known at compile time which. */
export function decodeAny(family: FrameFamily<AnyFrame>, bytes: Uint8Array, options?: FrameOptions): AnyFrame {
  return decodeFrame(family, bytes, options);
}

/** What `run` throws. A run that throws nothing fails the test. */
export function thrownBy(run: () => unknown): unknown {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    return error;
  }
  return expect.fail(`nothing was thrown, but ${String(result)} returned`);
}

/** The same, when it is of a class. */
export function errorBy<T extends Error>(type: new (...args: never[]) => T, run: () => unknown): T {
  const error = thrownBy(run);
  if (error instanceof type) return error;
  return expect.fail(`${String(error)} is no ${type.name}`);
}

/** A value nested in so many arrays. */
export function nested(levels: number, inner: unknown = []): unknown {
  let value = inner;
  for (let level = Array.isArray(inner) ? 1 : 0; level < levels; level++) value = [value];
  return value;
}

/**
 * Whether the time of `run` grows like its size: about 16-fold for 16 times the size, where it is quadratic 256-fold.
 * Another process, or a collection of garbage, can only make a run slower, so what was linear once is linear.
 */
export function isLinear(size: number, run: (size: number) => void): boolean {
  const time = (of: number): number => {
    const start = performance.now();
    run(of);
    return performance.now() - start;
  };
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    small = Math.min(small, time(size));
    large = Math.min(large, time(16 * size));
    if (round > 0 && large < 64 * small) return true;
  }
  return false;
}
