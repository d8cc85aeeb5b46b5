/** The bytes of any view or `ArrayBuffer`, as a view on the same memory; `undefined` for everything else. */
export function toBytes(chunk: unknown): Uint8Array | undefined {
  if (chunk instanceof Uint8Array) return chunk;
  try {
    // Of detached memory, some views throw.
    if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    // This takes an ArrayBuffer of any realm (an iframe, a vm context), where instanceof would not, and nothing else.
    Reflect.apply(ArrayBuffer.prototype.slice, chunk, [0, 0]);
    return Reflect.construct(Uint8Array, [chunk]);
  } catch {
    return undefined;
  }
}
