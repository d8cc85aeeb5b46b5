const SLAB_BYTES = 65_536;

/**
 * Makes room for many messages in one buffer. A buffer of its own costs a message of a few kilobytes more than its bytes
 * do, and what is allocated outside of the heap makes an engine collect all of it the more often.
 */
export class Slab {
  #buffer: ArrayBuffer | undefined;
  #used = 0;

  /** So many bytes that nobody else has. */
  readonly take = (bytes: number): Uint8Array<ArrayBuffer> => {
    // What is large pays for its own buffer, and would leave much of a slab unused.
    if (bytes > SLAB_BYTES / 4) return new Uint8Array(bytes);
    if (this.#buffer === undefined || this.#used + bytes > SLAB_BYTES) {
      this.#buffer = new ArrayBuffer(SLAB_BYTES);
      this.#used = 0;
    }
    const room = new Uint8Array(this.#buffer, this.#used, bytes);
    this.#used += bytes;
    return room;
  };
}
