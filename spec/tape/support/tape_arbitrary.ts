import type { TapeEnding, TapeHeader, TapeMessage, TapeRecord } from "channel-frames/tape";
import fc from "fast-check";

/** Milliseconds to the microsecond, as a tape holds them; up to a hundred years, as then a double holds them, too. */
const time = fc
  .oneof(fc.nat(300_000), fc.nat(2 ** 31 - 1), fc.bigInt(0n, 2n ** 51n).map(Number))
  .map((micros) => micros / 1000);

const text = fc.string({ unit: "grapheme" });

const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll("__proto__", "p")));

const headers: fc.Arbitrary<TapeHeader> = fc.record(
  {
    type: fc.constant("header" as const),
    version: fc.constant(1),
    family: text,
    carrier: text,
    startedAt: time,
    metadata: fc.dictionary(
      text.filter((key) => key !== "__proto__"),
      json,
      { noNullPrototype: true },
    ),
  },
  { requiredKeys: ["type", "version", "startedAt", "metadata"], noNullPrototype: true },
);

export const messages: fc.Arbitrary<TapeMessage> = fc.record(
  {
    type: fc.constant("message" as const),
    elapsed: time,
    direction: fc.constantFrom("in" as const, "out" as const),
    message: fc.oneof(
      { weight: 9, arbitrary: fc.uint8Array({ maxLength: 300 }) },
      fc.integer({ min: 60_000, max: 70_000 }).map((length) => new Uint8Array(length).fill(length)),
    ),
  },
  { noNullPrototype: true },
);

const gaps: fc.Arbitrary<TapeRecord> = fc.record(
  { type: fc.constant("dropped" as const), elapsed: time, messages: fc.maxSafeNat(), bytes: fc.maxSafeNat() },
  { noNullPrototype: true },
);

export const endings: fc.Arbitrary<TapeEnding> = fc.oneof(
  fc.constant({ kind: "finish" } as const),
  fc.record(
    {
      kind: fc.constant("cut" as const),
      by: fc.constantFrom("carrier" as const, "overrun" as const, "scope" as const, "local" as const),
      closeCode: fc.nat(5000),
      reason: text,
      message: text,
    },
    { requiredKeys: ["kind", "by"], noNullPrototype: true },
  ),
  fc.record(
    { kind: fc.constant("cancelled" as const), reason: text },
    { requiredKeys: ["kind"], noNullPrototype: true },
  ),
);

/** A whole tape, as its records. */
export const tapes: fc.Arbitrary<readonly TapeRecord[]> = fc
  .tuple(headers, fc.array(fc.oneof({ weight: 5, arbitrary: messages }, gaps), { maxLength: 12 }), time, endings)
  .map(([header, records, elapsed, ending]) => [header, ...records, { type: "end", elapsed, ending }]);
