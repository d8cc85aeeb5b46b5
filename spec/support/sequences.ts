import fc from "fast-check";
import { item, message } from "./messages.ts";
import type { Cut, Piece } from "./sequence_model.ts";

/** A sequence, how it is cut, and the pace at which it comes and is read. */
export interface Sequence {
  readonly pieces: readonly Piece[];
  readonly cut: Cut;
  readonly skip: boolean;
  /** How many turns of the event loop the reader takes before each read, over and over. */
  readonly pace: readonly number[];
  /** How many messages the source reads ahead. */
  readonly ahead: number;
}

const n = fc.integer({ min: 0, max: 99 });

function piece(itemCode: string, errorCode: string): fc.Arbitrary<Piece> {
  const malformed = (body: Uint8Array, code: string): Piece => ({ kind: "malformed", body, code });
  return fc.oneof(
    { weight: 12, arbitrary: n.map((value): Piece => ({ kind: "item", n: value })) },
    { weight: 2, arbitrary: n.map((value): Piece => ({ kind: "error", n: value })) },
    { weight: 2, arbitrary: fc.string({ maxLength: 3 }).map((text): Piece => ({ kind: "text", text })) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        malformed(new Uint8Array(), "empty"),
        malformed(Uint8Array.of(2), "unknown-tag"),
        malformed(message(255, "{}"), "unknown-tag"),
        malformed(message(0, "not json"), itemCode),
        malformed(message(0, ""), itemCode),
        malformed(item({ neither: "of the two" }), itemCode),
        malformed(Uint8Array.of(0, 0x22, 0xff, 0x22), itemCode),
        malformed(message(1, "{"), errorCode),
      ),
    },
  );
}

/** Sequences of any length, of messages good and bad. */
export function sequence(codes: { readonly item: string; readonly error: string }): fc.Arbitrary<Sequence> {
  return (
    fc
      .record({
        pieces: fc.array(piece(codes.item, codes.error), { maxLength: 12 }),
        cut: fc.constantFrom<Cut>("finish", "break", "nothing"),
        skip: fc.boolean(),
        pace: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
        ahead: fc.constantFrom(0, 0, 1, 5),
      })
      // What a source has read ahead when it breaks is lost before any stage can save it.
      .map((made) => (made.cut === "break" ? { ...made, ahead: 0 } : made))
  );
}
