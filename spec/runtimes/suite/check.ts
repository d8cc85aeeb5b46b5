import { difference } from "./difference.ts";
import { show } from "./show.ts";

/** What a test fails with when something is not as it should be. */
export class CheckError extends Error {
  override readonly name = "CheckError";
}

export function fail(message: string): never {
  throw new CheckError(message);
}

/** Checks that a value holds what is expected. */
export function equal(actual: unknown, expected: unknown, what = ""): void {
  const found = difference(actual, expected);
  if (found === undefined) return;
  const whole = found.startsWith("The value") ? "" : `\nall of it: ${show(actual)}`;
  fail(`${what && `${what}: `}${found}${whole}`);
}

/** Checks that something holds. */
export function ok(condition: boolean, what: string): void {
  if (!condition) fail(what);
}

/** What a function throws. One that returns fails the test. */
export function thrown(run: () => unknown): unknown {
  let returned: unknown;
  try {
    returned = run();
  } catch (error) {
    return error;
  }
  return fail(`Nothing was thrown, but ${show(returned)} returned`);
}

/** What a promise rejects with. One that fulfils fails the test. */
export async function rejected(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  return fail(`The promise was fulfilled with ${show(value)}`);
}
