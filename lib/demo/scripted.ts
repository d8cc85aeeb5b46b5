import { setTimeout as sleep } from "node:timers/promises";

/**
 * A stream that hands out the frames of a script, each after a pause. What the script throws breaks the stream off
 * after the frames before it.
 */
export function scripted<F>(script: Iterable<F>, pauseMs: number): ReadableStream<F> {
  const frames = script[Symbol.iterator]();
  const left = new AbortController();
  return new ReadableStream<F>(
    {
      async pull(controller) {
        await sleep(pauseMs, undefined, { signal: left.signal });
        const next = frames.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      // A timer that nobody waits for would hold the process.
      cancel: () => left.abort(),
    },
    { highWaterMark: 0 },
  );
}
