/** The tag byte of an item: the exchange's ordinary message. */
export const ITEM_TAG = 0;

/** The tag byte of an error: always the last message of its channel. */
export const ERROR_TAG = 1;

/** A message in its two parts. */
export interface MessageParts {
  /** The first byte, whatever it is. */
  readonly tag: number;
  /** The rest, as a view on the message's own memory. */
  readonly body: Uint8Array;
}

/**
 * Splits a message into tag byte and body without copying or reading the body.
 *
 * @returns `undefined` for an empty message, which has no tag.
 *
 * @example
 * ```ts
 * import { joinMessage, splitMessage } from "channel-frames";
 *
 * const message = Uint8Array.of(1, 110, 117, 108, 108);
 * const parts = splitMessage(message);
 * console.assert(parts?.tag === 1 && parts.body.buffer === message.buffer);
 * console.assert(parts && joinMessage(parts.tag, parts.body).buffer === message.buffer);
 * ```
 */
export function splitMessage(message: Uint8Array): MessageParts | undefined {
  const tag = message[0];
  return tag === undefined ? undefined : { tag, body: message.subarray(1) };
}

/**
 * Joins tag byte and body into a message. Where the byte in memory just before the body is that tag already, as it is
 * for a body that {@link splitMessage} gave, the message is a view on the body's memory and nothing is copied;
 * otherwise it is a new buffer. Use {@link copyMessage} for a message of its own in any case.
 */
export function joinMessage(tag: number, body: Uint8Array): Uint8Array {
  if (body.byteOffset > 0) {
    const message = new Uint8Array(body.buffer, body.byteOffset - 1, body.byteLength + 1);
    if (message[0] === tag) return message;
  }
  return copyMessage(tag, body);
}

/** Joins tag byte and body into a new buffer of exactly that size. */
export function copyMessage(tag: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(body.byteLength + 1);
  message[0] = tag;
  message.set(body, 1);
  return message;
}
