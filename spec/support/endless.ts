/**
 * The same again and again; far more than any test has use for, yet not without end: a stage that does not stop would
 * keep the test from ever seeing so.
 */
export function* endless<T>(value: T, times = 2000): Generator<T> {
  for (let time = 0; time < times; time++) yield value;
}
