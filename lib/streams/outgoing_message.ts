import { toBytes } from "../frame/bytes.ts";

/** What a carrier takes for a message: any view or `ArrayBuffer`. */
export type OutgoingMessage = ArrayBufferView | ArrayBuffer;

/**
 * The bytes of a message to send. On shared memory it is a copy, as some runtimes would send the text `"0,0"`, and on
 * memory that can be resized, as some refuse that.
 *
 * @throws {TypeError} for everything else. A string would be a text message, which carries no meaning.
 */
export function outgoingBytes(message: unknown): Uint8Array<ArrayBuffer> {
  const bytes = toBytes(message);
  if (!bytes) throw new TypeError(`A message is bytes, not ${typeof message}`);
  return isPlain(bytes) ? bytes : new Uint8Array(bytes);
}

function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return Object.prototype.toString.call(buffer) === "[object ArrayBuffer]" && !Reflect.get(buffer, "resizable");
}
