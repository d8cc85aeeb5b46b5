import { ChannelError } from "channel-frames";
import { ASK_KINDS, type Ask, AskError, type AskKind, decodeAsk, encodeAsk } from "channel-frames/proxy";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const kinds = Object.keys(ASK_KINDS).filter((name): name is AskKind => name in ASK_KINDS);

/** The kinds in the order of the protocol, so that a name that moved is noticed. */
const order =
  "mcp/list-tools mcp/list-resources mcp/call-tool mcp/read-resource mcp/notifications vault/get vault/set vault/delete " +
  "vault/lock vault/unlock command postgres fuse/read fuse/write fuse/list fuse/remove fuse/rename fuse/mkdir fuse/stat";

const anyAsk: fc.Arbitrary<Ask> = fc.record({
  channel: fc.oneof(fc.nat(0xffff_ffff), fc.constantFrom(0, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff)),
  kind: fc.constantFrom(...kinds),
  payload: fc.uint8Array(),
});

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ChannelError);
    if (error instanceof AskError) return error.code;
  }
  return "nothing was thrown";
}

describe("The kinds of asks", () => {
  test("are nineteen, and stand for their bytes", () => {
    expect(kinds.join(" ")).toBe(order);
    expect(Object.values(ASK_KINDS)).toStrictEqual([...Array(19).keys()]);
  });
});

describe("decodeAsk", () => {
  test.each(kinds)("reads %s, from any view", (kind) => {
    const message = Uint8Array.of(255, 254, 0, 1, ASK_KINDS[kind], 7, 8);
    const ask = { channel: 0xfffe_0001, kind, payload: Uint8Array.of(7, 8) };
    const memory = new Uint8Array(20).fill(9);
    memory.set(message, 3);
    for (const source of [message, message.buffer, new DataView(memory.buffer, 3, 7), memory.subarray(3, 10)]) {
      expect(decodeAsk(source)).toStrictEqual(ask);
    }
  });

  test("copies nothing", () => {
    const message = Uint8Array.of(0, 0, 0, 1, 5, 1, 2);
    const { payload } = decodeAsk(message);
    expect(payload.buffer).toBe(message.buffer);
    expect(payload.byteOffset).toBe(5);
  });

  test.each([
    ["short", new Uint8Array()],
    ["short", new Uint8Array(4)],
    ["unknown-kind", Uint8Array.of(0, 0, 0, 1, 19)],
    ["unknown-kind", Uint8Array.of(0, 0, 0, 1, 255, 1)],
    ["not-a-message", null],
    ["not-a-message", "text"],
    ["not-a-message", [0, 0, 0, 1, 4]],
  ] as const)("refuses, as %s, what is no ask", (code, message) => {
    // A cast, as the types do not let through what is tried here.
    expect(codeOf(() => decodeAsk(message as Uint8Array))).toBe(code);
  });

  test("reads a request for notifications from anything", () => {
    expect(decodeAsk(Uint8Array.of(0, 0, 0, 1, 4, 9, 9)).kind).toBe("mcp/notifications");
  });
});

describe("encodeAsk", () => {
  test("writes what decodeAsk reads, in memory of its own", () => {
    fc.assert(
      fc.property(anyAsk, (ask) => {
        const message = encodeAsk(ask);
        expect(message.buffer.byteLength).toBe(message.byteLength);
        const payload = ask.kind === "mcp/notifications" ? new Uint8Array() : ask.payload;
        expect(decodeAsk(message)).toStrictEqual({ ...ask, payload });
      }),
    );
  });

  test.each([
    { kind: "vault/steal" },
    { kind: "toString" },
    { kind: 4 },
    { channel: -1 },
    { channel: 2 ** 32 },
    { channel: 1.5 },
    { channel: Number.NaN },
    { channel: "1" },
    { payload: "text" },
    { payload: undefined },
  ])("refuses %o", (wrong) => {
    const ask = { channel: 1, kind: "vault/get", payload: new Uint8Array(), ...wrong };
    expect(codeOf(() => encodeAsk(ask as Ask))).toBe("shape");
  });
});
