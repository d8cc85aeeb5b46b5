import { isCount } from "./element.ts";

/**
 * A time of a record, in the microseconds of the format.
 *
 * @param milliseconds fractions allowed
 * @throws {TypeError} for what is no time, or too long to be counted exactly
 */
export function toMicros(milliseconds: number, name: string): number {
  const micros = Math.round(milliseconds * 1000);
  if (typeof milliseconds !== "number" || !isCount(micros)) throw new TypeError(`Invalid time: ${name}`);
  return micros;
}
