/** The fewest bytes of a numbered message: its tag and its number. */
const HEAD = 5;

/** A message that says which one it is: tag 0, its number, and bytes that follow from the number. */
export function numbered(number: number, bytes = 16): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(bytes);
  new DataView(message.buffer).setUint32(1, number);
  return message.fill(number % 251, HEAD);
}

/** The number of such a message; `undefined` for everything else, one with a wrong byte in it included. */
export function numberOf(message: unknown): number | undefined {
  if (!(message instanceof Uint8Array) || message.byteLength < HEAD || message[0] !== 0) return undefined;
  const number = new DataView(message.buffer, message.byteOffset).getUint32(1);
  // Some of the bytes of a long one will do.
  const step = Math.ceil(message.byteLength / 4096);
  for (let at = message.byteLength - 1; at >= HEAD; at -= step) {
    if (message[at] !== number % 251) return undefined;
  }
  return number;
}

/** So many numbers, one after the other. */
export function numbers(count: number, first = 0): readonly number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}
