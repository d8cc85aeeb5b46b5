const encoder = /* @__PURE__ */ new TextEncoder();

/** Bytes that most messages fit into, whatever their characters are. */
const SCRATCH_BYTES = 16_384;

let message: Uint8Array<ArrayBuffer> | undefined;
/** What comes after the tag. The view is kept, as to make one costs as much as to write a short text. */
let body: Uint8Array<ArrayBuffer> | undefined;

/**
 * Writes a tag byte and a text into a buffer of their own. To write into memory that is there, and to copy from that what
 * was written, is a third faster than to have an encoder allocate it and then to put a tag before it.
 */
export function encodeText(tag: number, text: string): Uint8Array<ArrayBuffer> {
  // UTF-8 takes at most three bytes for each unit of the text.
  if (text.length * 3 >= SCRATCH_BYTES) return encoder.encode(String.fromCharCode(tag) + text);
  message ??= new Uint8Array(SCRATCH_BYTES);
  body ??= message.subarray(1);
  message[0] = tag;
  return message.slice(0, encoder.encodeInto(text, body).written + 1);
}
