import { decodeEnvelope, type Envelope, EnvelopeError, encodeEnvelope } from "channel-frames/connection";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyEnvelope, senderOf } from "./support/envelope_arbitrary.ts";
import { envelopeTable } from "./support/envelope_table.ts";

const byType = envelopeTable.map((row) => [row.envelope.type, row] as const);
const payload = Uint8Array.of(1);

describe("encodeEnvelope", () => {
  test.each(byType)("writes a %s", (_, { envelope, bytes }) => {
    expect([...encodeEnvelope(envelope)]).toStrictEqual(bytes);
  });

  test.each(byType)("writes a %s into a buffer of its own, of exactly its size", (_, { envelope }) => {
    const message = encodeEnvelope(envelope);
    expect(Object.getPrototypeOf(message)).toBe(Uint8Array.prototype);
    expect(message.byteOffset).toBe(0);
    expect(message.buffer.byteLength).toBe(message.byteLength);
    if ("payload" in envelope) expect(message.buffer).not.toBe(envelope.payload.buffer);
  });

  test.each(byType)("writes 0 for what a %s does not have, whatever the object has", (_, { envelope, bytes }) => {
    const more = { scope: 0xeeeeeeee, channel: 0xeeeeeeee, payload: Uint8Array.of(0xee), ...envelope };
    expect([...encodeEnvelope(more)]).toStrictEqual(bytes);
    const odd = { scope: "x", channel: Number.NaN, payload: null, ...envelope };
    expect([...encodeEnvelope(odd as unknown as Envelope)]).toStrictEqual(bytes);
  });

  test("takes the payload from any offset, of any length, and from a Buffer", () => {
    const memory = Uint8Array.from({ length: 20 }, (_, at) => at);
    const message = encodeEnvelope({ type: "authorization", payload: memory.subarray(5, 8) });
    expect([...message]).toStrictEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7]);
    expect(encodeEnvelope({ type: "authorization", payload: new Uint8Array() })).toHaveLength(9);
    expect([...encodeEnvelope({ type: "authorization", payload: Buffer.from([9]) })].slice(9)).toStrictEqual([9]);
    expect(encodeEnvelope({ type: "authorization", payload: new Uint8Array(1_000_000) })).toHaveLength(1_000_009);
  });

  test("is undone by decodeEnvelope, and undoes it", () => {
    fc.assert(
      fc.property(anyEnvelope, (envelope) => {
        const message = encodeEnvelope(envelope);
        const again = decodeEnvelope(message, senderOf(envelope));
        expect(again).toStrictEqual(envelope);
        expect([...encodeEnvelope(again)]).toStrictEqual([...message]);
      }),
    );
  });

  const numbered: readonly Envelope[] = envelopeTable.map(({ envelope }) => envelope);
  const fields = ["scope", "channel"] as const;

  test.each([-1, 2 ** 32, 1.5, Number.NaN, Infinity, -Infinity, 2 ** 53, "1", 1n, null, undefined, {}, [1], true])(
    "refuses %o for a number",
    (number) => {
      const spoilt = numbered.flatMap((envelope) =>
        fields.filter((field) => field in envelope).map((field) => ({ ...envelope, [field]: number }) as Envelope),
      );
      expect(spoilt).toHaveLength(9);
      for (const envelope of spoilt) expectShapeError(envelope);
    },
  );

  test("writes -0 as 0", () => {
    expect([...encodeEnvelope({ type: "response-finish", scope: -0 })]).toStrictEqual([3, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test("takes a payload that is any view, or an ArrayBuffer", () => {
    const memory = Uint8Array.of(0, 0, 1, 2, 0, 0);
    const payloads = [new DataView(memory.buffer, 2, 2), new Int8Array(memory.buffer, 2, 2), memory.slice(2, 4).buffer];
    for (const payload of payloads) {
      // A cast, as an envelope that was read has a Uint8Array.
      const envelope = { type: "authorization", payload } as unknown as Envelope;
      expect([...encodeEnvelope(envelope)]).toStrictEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    }
  });

  test.each([undefined, null, 5, "text", [1, 2], {}, new Map(), new Blob(["x"])])(
    "refuses %o for a payload",
    (thing) => {
      const withPayload = numbered.filter((envelope) => "payload" in envelope);
      expect(withPayload).toHaveLength(5);
      for (const envelope of withPayload) expectShapeError({ ...envelope, payload: thing as unknown as Uint8Array });
    },
  );

  test.each([
    undefined,
    null,
    "request",
    5,
    {},
    { payload },
    { type: 5, scope: 1, channel: 1, payload },
    { type: "Request", scope: 1, payload },
    { type: "constructor", scope: 1, payload },
    { type: "__proto__", scope: 1, payload },
  ])("refuses %o, which has no type of the protocol", (thing) => {
    // A cast, as the types do not let it through.
    expectShapeError(thing as unknown as Envelope);
  });
});

function expectShapeError(envelope: Envelope): void {
  let thrown: unknown;
  try {
    encodeEnvelope(envelope);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(EnvelopeError);
  expect(thrown).toHaveProperty("code", "shape");
}
