/** Bytes that wait before they are given to the browser, which may keep a blob on disk. */
const MOST_PENDING = 1024 * 1024;

/** The bytes of a tape, to be read again when a row is looked at. */
export interface Store {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A tape that is there. */
export class BlobStore implements Store {
  readonly #blob: Blob;

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  get size(): number {
    return this.#blob.size;
  }

  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#blob.slice(start, end).arrayBuffer());
  }
}

/** A tape in memory, where the browser lets no worker read a file. */
export class MemoryStore implements Store {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.byteLength;
  }

  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#bytes.subarray(start, end);
  }
}

/** A tape that grows, as of a live channel. */
export class GrowingStore implements Store {
  #blob: Blob = new Blob([]);
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;

  get size(): number {
    return this.#blob.size + this.#pendingBytes;
  }

  append(bytes: Uint8Array<ArrayBuffer>): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.byteLength;
    if (this.#pendingBytes >= MOST_PENDING) this.#settle();
  }

  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (end > this.#blob.size) this.#settle();
    return new Uint8Array(await this.#blob.slice(start, end).arrayBuffer());
  }

  #settle(): void {
    this.#blob = new Blob([this.#blob, ...this.#pending]);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
