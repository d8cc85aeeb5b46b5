import { copyMessage, ERROR_TAG, ITEM_TAG, joinMessage, splitMessage } from "channel-frames";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const memory = fc.uint8Array({ minLength: 1, maxLength: 32 });

/** A view on part of a larger buffer. */
const view = fc
  .tuple(fc.uint8Array({ maxLength: 8 }), memory, fc.uint8Array({ maxLength: 8 }))
  .map(([before, bytes, after]) =>
    Uint8Array.from([...before, ...bytes, ...after]).subarray(before.length, before.length + bytes.length),
  );

describe("ITEM_TAG and ERROR_TAG", () => {
  it("are 0 and 1", () => {
    expect([ITEM_TAG, ERROR_TAG]).toEqual([0, 1]);
  });
});

describe("splitMessage", () => {
  it("gives the tag and a view on the rest, whatever the tag is", () => {
    fc.assert(
      fc.property(view, (message) => {
        const parts = splitMessage(message);
        if (parts === undefined) expect.fail("no parts");
        expect(parts.tag).toBe(message[0]);
        expect(parts.body.buffer).toBe(message.buffer);
        expect(parts.body.byteOffset).toBe(message.byteOffset + 1);
        expect(parts.body.byteLength).toBe(message.byteLength - 1);
      }),
    );
  });

  it("gives an empty body for a tag alone, and nothing for an empty message", () => {
    expect(splitMessage(Uint8Array.of(7))).toEqual({ tag: 7, body: new Uint8Array() });
    expect(splitMessage(new Uint8Array())).toBeUndefined();
    expect(splitMessage(Uint8Array.of(0, 1).subarray(1, 1))).toBeUndefined();
  });
});

describe("joinMessage", () => {
  it("gives back the very memory that splitMessage split", () => {
    fc.assert(
      fc.property(view, (message) => {
        const parts = splitMessage(message);
        if (parts === undefined) expect.fail("no parts");
        const joined = joinMessage(parts.tag, parts.body);
        expect(joined.buffer).toBe(message.buffer);
        expect(joined.byteOffset).toBe(message.byteOffset);
        expect(joined.byteLength).toBe(message.byteLength);
      }),
    );
  });

  it("copies where another tag is in front of the body, and leaves that one as it is", () => {
    const message = Uint8Array.of(0, 1, 2);
    const joined = joinMessage(1, message.subarray(1));
    expect([...joined]).toEqual([1, 1, 2]);
    expect(joined.buffer).not.toBe(message.buffer);
    expect([...message]).toEqual([0, 1, 2]);
  });

  it("copies where nothing is in front of the body", () => {
    const body = Uint8Array.of(5, 6);
    const joined = joinMessage(0, body);
    expect([...joined]).toEqual([0, 5, 6]);
    expect(joined.buffer).not.toBe(body.buffer);
  });

  it("is the tag and the body for any tag and any body", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), view, (tag, body) => {
        const joined = joinMessage(tag, body);
        expect([...joined]).toEqual([tag, ...body]);
      }),
    );
  });
});

describe("copyMessage", () => {
  it("is a message in a buffer of its own and of exactly its size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), view, (tag, body) => {
        const copy = copyMessage(tag, body);
        expect([...copy]).toEqual([tag, ...body]);
        expect(copy.byteOffset).toBe(0);
        expect(copy.buffer.byteLength).toBe(body.length + 1);
        expect(copy.buffer).not.toBe(body.buffer);
      }),
    );
  });

  it("copies even where the tag is in front of the body already", () => {
    const message = Uint8Array.of(3, 4, 5);
    expect(copyMessage(3, message.subarray(1)).buffer).not.toBe(message.buffer);
  });
});
