const none: Uint8Array<ArrayBuffer> = /* @__PURE__ */ new Uint8Array();

/** The pieces of a record that is not complete. Its memory grows with what comes, not with what is announced. */
export class HeldBytes {
  #memory: Uint8Array<ArrayBuffer> = none;
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  append(bytes: Uint8Array): void {
    const length = this.#length + bytes.byteLength;
    if (length > this.#memory.byteLength) {
      const memory = new Uint8Array(Math.max(length, 2 * this.#memory.byteLength, 64));
      memory.set(this.#memory.subarray(0, this.#length));
      this.#memory = memory;
    }
    this.#memory.set(bytes, this.#length);
    this.#length = length;
  }

  /** All of it, and nothing is held any more. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#memory.subarray(0, this.#length);
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#memory = none;
    this.#length = 0;
  }
}
