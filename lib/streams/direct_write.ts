/**
 * Sends one message.
 *
 * @returns a promise if the next had better wait for it
 * @throws if it cannot be sent
 */
export type DirectWrite = (message: Uint8Array<ArrayBuffer>) => Promise<void> | undefined;

const directWrites: WeakMap<WritableStream<Uint8Array<ArrayBuffer>>, DirectWrite> = new WeakMap();

/** Says what a writable of this library does with a message, for those who write very many. */
export function offerDirectWrite(writable: WritableStream<Uint8Array<ArrayBuffer>>, write: DirectWrite): void {
  directWrites.set(writable, write);
}

/**
 * What a write into this stream comes to, without the stream's own queue and promises, which cost more than most
 * messages do. Only for who holds its writer, and has written nothing with it: nothing may be overtaken.
 */
export function directWriteOf(writable: WritableStream<Uint8Array<ArrayBuffer>>): DirectWrite | undefined {
  return directWrites.get(writable);
}
