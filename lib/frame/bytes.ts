const byteLength = /* @__PURE__ */ (() => Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get)();

/** The bytes of any view or `ArrayBuffer`, as a view on the same memory; `undefined` for everything else. */
export function toBytes(chunk: unknown): Uint8Array | undefined {
  if (chunk instanceof Uint8Array) return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return isArrayBuffer(chunk) ? new Uint8Array(chunk) : undefined;
}

// `instanceof` fails for a buffer of another realm (an iframe, a vm context); the getter knows every real one.
function isArrayBuffer(chunk: unknown): chunk is ArrayBuffer {
  try {
    byteLength?.call(chunk);
    return true;
  } catch {
    return false;
  }
}
