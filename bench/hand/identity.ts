/**
 * A stage that hands on what it is given. Its `transform` is written out: Deno runs a `TransformStream` without one past
 * the very machinery that is the base here.
 */
export function identity<T>(): TransformStream<T, T> {
  return new TransformStream({ transform: (chunk, to) => to.enqueue(chunk) });
}
