import { LARGEST_NUMBER } from "./encode_envelope.ts";

/**
 * The next number that is not in use. Numbers go up, and start again only after the last: a number that has just become
 * free is the one that a late message could be mistaken for.
 */
export function freeNumber(last: number, inUse: { has(number: number): boolean }): number {
  let number = last;
  do number = number >= LARGEST_NUMBER ? 0 : number + 1;
  while (inUse.has(number));
  return number;
}
