import { toBytes } from "../frame/bytes.ts";

/** What a carrier takes for a message: any view or `ArrayBuffer`. */
export type OutgoingMessage = ArrayBufferView | ArrayBuffer;

/**
 * The bytes of a message to send. On shared memory it is a copy: some runtimes would send the text `"0,0"`.
 *
 * @throws {TypeError} for everything else. A string would be a text message, which carries no meaning.
 */
export function outgoingBytes(message: unknown): Uint8Array<ArrayBuffer> {
  const bytes = toBytes(message);
  if (!bytes) throw new TypeError(`A message is bytes, not ${typeof message}`);
  return isUnshared(bytes) ? bytes : new Uint8Array(bytes);
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return Object.prototype.toString.call(bytes.buffer) === "[object ArrayBuffer]";
}
