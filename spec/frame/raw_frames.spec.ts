import { decodeFrame, encodeFrame, rawFrames } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("rawFrames", () => {
  it("gives the body as a view on the message", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.uint8Array(), fc.nat(9), (tag, body, offset) => {
        const memory = new Uint8Array(offset + 1 + body.length + 3);
        memory[offset] = tag;
        memory.set(body, offset + 1);
        const frame = decodeFrame(rawFrames, memory.subarray(offset, offset + 1 + body.length));
        expect(frame.type).toBe(tag === 0 ? "item" : "error");
        expect(frame.body.buffer).toBe(memory.buffer);
        expect(frame.body.byteOffset).toBe(offset + 1);
        expect([...frame.body]).toEqual([...body]);
      }),
    );
  });

  it("reads nothing of the body: it need not be JSON, nor text", () => {
    for (const body of [[], [0xff], [0x7b], [0xef, 0xbb, 0xbf]]) {
      expect([...decodeFrame(rawFrames, Uint8Array.of(1, ...body)).body]).toEqual(body);
    }
    const deep = new Uint8Array(1000).fill(0x5b);
    deep[0] = 0;
    expect(decodeFrame(rawFrames, deep, { maxDepth: 0 }).body).toHaveLength(999);
  });

  it("writes back the very bytes that it read, in a buffer of their own", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.uint8Array(), (tag, body) => {
        const message = Uint8Array.of(tag, ...body);
        const again = encodeFrame(rawFrames, decodeFrame(rawFrames, message));
        expect([...again]).toEqual([...message]);
        expect(again.buffer).not.toBe(message.buffer);
        expect(again.buffer.byteLength).toBe(message.length);
      }),
    );
  });
});
