import { skip } from "./test.ts";

/** The same bytes in memory of another kind. Skips where there is none. */
export function inMemory(name: "SharedArrayBuffer" | "resizable", bytes: Uint8Array): Uint8Array {
  const view = new Uint8Array(name === "resizable" ? resizable(bytes.length) : shared(bytes.length));
  view.set(bytes);
  return view;
}

function resizable(length: number): ArrayBuffer {
  const buffer: unknown = Reflect.construct(ArrayBuffer, [length, { maxByteLength: 4 * length }]);
  if (Reflect.get(Object(buffer), "resizable") !== true) skip("ArrayBuffer cannot be resized here");
  return buffer as ArrayBuffer;
}

function shared(length: number): SharedArrayBuffer {
  if (typeof SharedArrayBuffer === "undefined") skip("there is no SharedArrayBuffer here");
  return new SharedArrayBuffer(length);
}
