import { Matcher } from "./matcher.ts";
import { show } from "./show.ts";

/**
 * Where and how a value is not what is expected; `undefined` when it is. Lists, plain objects and bytes are compared by
 * what they hold, own members only and without regard to their order; everything else by identity.
 */
export function difference(actual: unknown, expected: unknown, path = ""): string | undefined {
  if (expected instanceof Matcher) {
    return expected.fits(actual) ? undefined : differs(path, show(actual), expected.says);
  }
  if (Object.is(actual, expected)) return undefined;
  if (actual instanceof Uint8Array && expected instanceof Uint8Array) {
    const same = actual.length === expected.length && actual.every((byte, at) => byte === expected[at]);
    return same ? undefined : differs(path, show(actual), show(expected));
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) return differs(path, show(actual), show(expected));
    return first(expected, (_, at) => difference(actual[at], expected[at], `${path}[${at}]`));
  }
  if (isPlain(actual) && isPlain(expected)) {
    const keys = [...new Set([...Reflect.ownKeys(actual), ...Reflect.ownKeys(expected)])];
    return first(keys, (key) => {
      const [has, should] = [Object.hasOwn(actual, key), Object.hasOwn(expected, key)];
      const place = `${path}.${String(key)}`;
      if (has !== should) return differs(place, has ? "there" : "absent", should ? "there" : "absent");
      return difference(Reflect.get(actual, key), Reflect.get(expected, key), place);
    });
  }
  return differs(path, show(actual), show(expected));
}

function differs(path: string, actual: string, expected: string): string {
  return `${path === "" ? "The value" : path} is ${actual}, expected ${expected}`;
}

function first<T>(list: readonly T[], look: (element: T, at: number) => string | undefined): string | undefined {
  for (const [at, element] of list.entries()) {
    const found = look(element, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An object of no class, of this realm or another. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
