import type { JsonValue } from "channel-frames";
import fc from "fast-check";

type Keys = readonly (string | number)[];

/** What stands in the place of something else. Limits of integers, empty things, and things that look alike. */
const odd: readonly JsonValue[] = [
  null,
  true,
  0,
  -1,
  1.5,
  255,
  256,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  1e30,
  "",
  "0.5",
  "text",
  "user",
  "info",
  [],
  [1],
  [null],
  [{}],
  {},
  { a: 1 },
  { toString: 1, constructor: null },
  { method: "roots/list" },
];

/** A value with one thing in it put in another's place, left out, or added; now and then unchanged. */
export function spoilt(value: fc.Arbitrary<JsonValue>, alsoPut: readonly JsonValue[] = []): fc.Arbitrary<JsonValue> {
  const put = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...odd, ...alsoPut) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  return fc.tuple(value, fc.nat(), put).map(([whole, at, replacement]) => {
    const places = placesOf(whole);
    const keys = places[at % (places.length + 1)];
    if (keys === undefined) return whole;
    // A copy, as generated values are shared; `undefined` disappears, where an array gets a null.
    return JSON.parse(JSON.stringify(replaced(whole, keys, replacement) ?? null));
  });
}

/** All places in a value but the value itself. */
function placesOf(value: unknown, before: Keys = []): readonly Keys[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [[...before, key], ...placesOf(Reflect.get(value, key), [...before, key])]);
}

function replaced(value: unknown, [key, ...rest]: Keys, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? replaced(one, rest, replacement) : one));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, member]) => [
      name,
      name === key ? replaced(member, rest, replacement) : member,
    ]),
  );
}
