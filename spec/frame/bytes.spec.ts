import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { toBytes } from "../../lib/frame/bytes.ts";

const memory = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7).buffer;

describe("toBytes", () => {
  it("gives a Uint8Array as it is, a Buffer too", () => {
    const view = new Uint8Array(memory, 2, 3);
    const buffer = Buffer.from([1, 2]);
    expect(toBytes(view)).toBe(view);
    expect(toBytes(buffer)).toBe(buffer);
  });

  it.each([
    ["a DataView", new DataView(memory, 2, 4), [2, 3, 4, 5]],
    ["an Int8Array", new Int8Array(memory, 1, 2), [1, 2]],
    ["a Uint8ClampedArray", new Uint8ClampedArray(memory, 1, 2), [1, 2]],
    ["a Uint16Array", new Uint16Array(memory, 2, 1), [2, 3]],
    ["a Float64Array", new Float64Array(memory), [0, 1, 2, 3, 4, 5, 6, 7]],
    ["an ArrayBuffer", memory, [0, 1, 2, 3, 4, 5, 6, 7]],
    ["an empty view", new DataView(memory, 8), []],
  ])("gives %s as a view on the same memory", (_, chunk, expected) => {
    const bytes = toBytes(chunk);
    expect([...(bytes ?? [])]).toEqual(expected);
    expect(bytes?.buffer).toBe(memory);
    expect(Object.prototype.toString.call(bytes)).toBe("[object Uint8Array]");
  });

  it.each(["Uint8Array.of(1, 2)", "Uint8Array.of(1, 2).buffer", "new DataView(Uint8Array.of(1, 2).buffer)"])(
    "knows %s of another realm",
    (source) => {
      expect([...(toBytes(vm.runInNewContext(source)) ?? [])]).toEqual([1, 2]);
    },
  );

  it("gives a view on shared memory as one", () => {
    const shared = new SharedArrayBuffer(4);
    expect(toBytes(new DataView(shared, 1, 2))?.buffer).toBe(shared);
  });

  it.each([
    ["null", null],
    ["undefined", undefined],
    ["a string", "ab"],
    ["a number", 3],
    ["a bigint", 3n],
    ["a symbol", Symbol("s")],
    ["an array", [1, 2]],
    ["an object with the members of a view", { buffer: memory, byteOffset: 0, byteLength: 2 }],
    ["an object with the tag of a buffer", { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 2 }],
    ["an object with the prototype of a buffer", Object.create(ArrayBuffer.prototype)],
    ["an object with the prototype of a DataView", Object.create(DataView.prototype)],
    ["a function", () => memory],
  ])("gives nothing for %s", (_, chunk) => {
    expect(toBytes(chunk)).toBeUndefined();
  });
});
