import { ChannelError } from "channel-frames";
import { decodeEnvelope, type Envelope, EnvelopeError, type Role } from "channel-frames/connection";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { raw } from "./support/bytes.ts";
import { sentTable } from "./support/envelope_table.ts";

const roles: readonly Role[] = ["client", "server"];

function errorOf(message: unknown, from: Role): EnvelopeError {
  try {
    // A cast, as the types do not let through what is tried here.
    decodeEnvelope(message as Uint8Array, from);
  } catch (error) {
    if (error instanceof EnvelopeError) return error;
    throw error;
  }
  throw new Error("The message was decoded");
}

describe("decodeEnvelope", () => {
  test.each(sentTable)("reads a %s of a %s", (_, from, { envelope, bytes }) => {
    expect(decodeEnvelope(Uint8Array.from(bytes), from)).toStrictEqual(envelope);
  });

  test.each(sentTable)("reads a %s of a %s from any view, at any offset, and from an ArrayBuffer", (_, from, row) => {
    const memory = new Uint8Array(40).fill(255);
    memory.set(row.bytes, 6);
    const exact = Uint8Array.from(row.bytes);
    const sources = [
      memory.subarray(6, 6 + row.bytes.length),
      new DataView(memory.buffer, 6, row.bytes.length),
      new Int8Array(memory.buffer, 6, row.bytes.length),
      exact.buffer,
    ];
    for (const source of sources) expect(decodeEnvelope(source, from)).toStrictEqual(row.envelope);
    const buffer = decodeEnvelope(Buffer.from(exact), from);
    expect({ ...buffer, payload: undefined }).toStrictEqual({ ...row.envelope, payload: undefined });
    if ("payload" in buffer) expect([...buffer.payload]).toStrictEqual([...exact.subarray(9)]);
  });

  test("gives the payload as a view on the message", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 4, 5), fc.uint8Array(), fc.nat(9), (type, payload, offset) => {
        const message = raw(type, 1, 2, payload);
        const memory = new Uint8Array(offset + message.length + 3);
        memory.set(message, offset);
        const envelope = decodeEnvelope(memory.subarray(offset, offset + message.length), "client");
        if (!("payload" in envelope)) throw new Error("No payload");
        expect(envelope.payload).toBeInstanceOf(Uint8Array);
        expect(envelope.payload.buffer).toBe(memory.buffer);
        expect(envelope.payload.byteOffset).toBe(offset + 9);
        expect([...envelope.payload]).toStrictEqual([...payload]);
      }),
    );
  });

  test.each(sentTable)("ignores what a %s of a %s does not read", (type, from, { envelope, bytes }) => {
    const scribbled = Uint8Array.from(bytes);
    if (!("scope" in envelope)) scribbled.fill(0xee, 1, 5);
    if (!("channel" in envelope)) scribbled.fill(0xee, 5, 9);
    const message = "payload" in envelope ? scribbled : Uint8Array.of(...scribbled, 1, 2, 3);
    expect(decodeEnvelope(message, from)).toStrictEqual(envelope);
    if (!type.startsWith("channel-re")) expect([...message]).not.toStrictEqual(bytes);
  });

  test.each(roles)("finds every length under nine bytes short, whatever the type, of a %s", (from) => {
    for (let length = 0; length < 9; length++) {
      for (const type of [0, 1, 3, 6, 200]) {
        const message = new Uint8Array(20).fill(type).subarray(2, 2 + length);
        expect(errorOf(message, from).code).toBe("short");
        expect(errorOf(message, from).message).toContain(`not ${length}`);
      }
    }
    expect(errorOf(new ArrayBuffer(8), from).code).toBe("short");
    expect(errorOf(new DataView(new ArrayBuffer(20), 12), from).code).toBe("short");
  });

  test.each<[Role, readonly number[]]>([
    ["client", [0, 1, 4, 5, 6]],
    ["server", [0, 2, 3, 4, 5, 6]],
  ])("knows no type of a %s but those of the protocol", (from, known) => {
    for (let type = 0; type < 256; type++) {
      const message = raw(type, 7, 1, [1]);
      if (known.includes(type)) expect(decodeEnvelope(message, from)).toHaveProperty("type");
      else {
        expect(errorOf(message, from).code).toBe("unknown-type");
        expect(errorOf(message, from).message).toContain(`${from} has type ${type}`);
      }
    }
  });

  test.each([undefined, null, 0, "text", "", {}, [1, 2, 3], new Map(), Symbol("s"), () => {}, new Blob(["x"])])(
    "finds no message in %o",
    (thing) => {
      for (const from of roles) expect(errorOf(thing, from).code).toBe("not-a-message");
    },
  );

  test("finds no message in memory that was detached, or none of its bytes", () => {
    const message = raw(0, 0, 0, [1]);
    const view = new DataView(message.buffer);
    structuredClone(message.buffer, { transfer: [message.buffer] });
    for (const detached of [message, view]) {
      expect(["short", "not-a-message"]).toContain(errorOf(detached, "client").code);
    }
  });

  test("throws an error of the library, with its name and no word of the message", () => {
    const error = errorOf(Uint8Array.of(0x53, 0x45, 0x43), "client");
    expect(error).toBeInstanceOf(ChannelError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("EnvelopeError");
    expect(String(error)).toMatch(/^EnvelopeError: /);
    expect(error.message).not.toContain("SEC");
  });

  test("tells by the type of its result what a side may send", () => {
    const ofServer = decodeEnvelope(raw(3, 9, 0), "server");
    // @ts-expect-error: no server sends a request
    const isRequest = ofServer.type === "request";
    const ofClient = decodeEnvelope(raw(1, 9, 0), "client");
    // @ts-expect-error: no client sends a response
    const isResponse = ofClient.type === "response";
    const every: readonly Envelope[] = [ofServer, ofClient];
    expect([isRequest, isResponse, every.length]).toStrictEqual([false, false, 2]);
  });
});
