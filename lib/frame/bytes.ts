/** The bytes of any view or `ArrayBuffer`, as a view on the same memory; `undefined` for everything else. */
export function toBytes(chunk: unknown): Uint8Array | undefined {
  if (chunk instanceof Uint8Array) return chunk;
  try {
    // This takes a buffer of any realm (an iframe, a vm context), where instanceof would not, and nothing else.
    const view: ArrayBufferView = ArrayBuffer.isView(chunk) ? chunk : Reflect.construct(DataView, [chunk]);
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  } catch {
    return undefined;
  }
}
