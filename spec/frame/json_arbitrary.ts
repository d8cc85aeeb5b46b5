import type { JsonValue } from "channel-frames";
import fc from "fast-check";

/** Keys that are ordinary in JSON, and not in JavaScript or in libraries. */
export const oddKeys: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toJSON",
  "hasOwnProperty",
  "toString",
  "2",
  "10",
  "",
  "$serde_json::private::RawValue",
];

/** Well-formed text: `unit: "binary"` of fast-check makes whole code points, never half ones. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
);

export const key: fc.Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: text }, fc.constantFrom(...oddKeys));

/** Objects with own members only, `__proto__` among them. */
export function dictionary<T>(value: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<{ readonly [key: string]: T }> {
  return fc.array(fc.tuple(key, value), { maxLength }).map((entries) => Object.fromEntries(entries));
}

/** Any JSON value but `-0`, which no peer is told. */
export const json: fc.Arbitrary<JsonValue> = jsonOf(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
);

/** The same with integers of up to 64 bits as `bigint`. */
export const wideJson: fc.Arbitrary<JsonValue<number | bigint>> = jsonOf<number | bigint>(
  fc.oneof(
    fc.integer(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  ),
);

function jsonOf<N>(number: fc.Arbitrary<N>): fc.Arbitrary<JsonValue<N>> {
  const { value } = fc.letrec<{ value: JsonValue<N> }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      number,
      text,
      fc.array(tie("value"), { maxLength: 4 }),
      dictionary(tie("value")),
    ),
  }));
  return value;
}

const digits = fc.integer({ min: 0, max: 9 }).map(String);

/** Numbers as a peer may spell them, near all limits. */
const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.constantFrom("-0", "0.0", "1.0", "1E3", "1e400", "-1e400", "0e400", "1e-400", "1.7976931348623157e308", "1.8e308"),
  fc
    .tuple(fc.constantFrom(53n, 63n, 64n), fc.bigInt({ min: -2n, max: 2n }), fc.constantFrom("", "-"))
    .map(([bits, by, sign]) => `${sign}${2n ** bits + by}`),
  fc
    .tuple(digits, fc.integer({ min: 305, max: 311 }), fc.constantFrom("", ".5", "e0", "e-1", "e1"))
    .map(([digit, places, rest]) => `1${digit.repeat(places)}${rest}`),
  fc.tuple(digits, fc.integer({ min: -340, max: 340 })).map(([digit, exponent]) => `${digit}.5e${exponent}`),
);

const escapes = fc.constantFrom(
  "\\n",
  "\\/",
  '\\"',
  "\\\\",
  "\\\\u",
  "\\u0000",
  "\\u0041",
  "\\ud83d",
  "\\uDe00",
  "\\ud83d\\ude00",
  "\\ude00\\ud83d",
  "\\uD83D\\\\ude00",
  "\\ud83d\\n",
  "\\udc00\\udfff",
  "\\ud800\\udbff",
  "\\ud7ff",
  "\\ue000",
);

/** Long enough for whatever is done otherwise with long strings. */
const filling = fc
  .tuple(fc.constantFrom("x", "é", "[", "1e999", "\\\\"), fc.constantFrom(1, 16, 31, 32, 33, 64, 300))
  .map(([part, length]) => part.repeat(length / part.length + 1));

const stringText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: text.map((value) => JSON.stringify(value).slice(1, -1)) },
      { weight: 1, arbitrary: escapes },
      { weight: 1, arbitrary: filling },
    ),
    { maxLength: 4 },
  )
  .map((parts) => `"${parts.join("")}"`);

const keyText = fc.oneof(
  stringText,
  fc.constantFrom("a", "b", ...oddKeys).map((name) => JSON.stringify(name)),
);

const space = fc.oneof({ weight: 5, arbitrary: fc.constant("") }, fc.constantFrom(" ", "\n", "\t", "\r", " \r\n"));

function joined(open: string, parts: fc.Arbitrary<string>, close: string): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(space, parts, space), { maxLength: 4 })
    .map((list) => open + list.map((one) => one.join("")).join(",") + close);
}

/** JSON text as no serializer writes it: odd spellings, white space, keys that come twice, things a peer refuses. */
export const jsonText: fc.Arbitrary<string> = fc
  .letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "medium" },
      fc.constantFrom("null", "true", "false"),
      numberText,
      stringText,
      joined("[", tie("value"), "]"),
      joined(
        "{",
        fc.tuple(keyText, space, space, tie("value")).map(([name, one, two, value]) => `${name}${one}:${two}${value}`),
        "}",
      ),
    ),
  }))
  .value.chain((value) =>
    fc
      .tuple(space, fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 0, 300))
      // White space at the end makes a body long without making it deep.
      .map(
        ([before, levels, padding]) => before + "[".repeat(levels) + value + "]".repeat(levels) + " ".repeat(padding),
      ),
  );

/** Bytes with a few places cut out, put in, doubled or changed. */
export function mutated(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const edit = fc.record({
    at: fc.nat(),
    remove: fc.integer({ min: 0, max: 3 }),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc
        .constantFrom(
          '"',
          "\\",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "e",
          "E",
          "9",
          "-",
          "\\ud800",
          "1e999",
          "\ufeff",
          "\u0000",
        )
        .map((inserted) => new TextEncoder().encode(inserted)),
    ),
  });
  return fc.tuple(bytes, fc.array(edit, { maxLength: 3 })).map(([original, edits]) => {
    let result = Array.from(original);
    for (const { at, remove, insert } of edits) {
      const place = at % (result.length + 1);
      result = [...result.slice(0, place), ...insert, ...result.slice(place + remove)];
    }
    return Uint8Array.from(result);
  });
}
