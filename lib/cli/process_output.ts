/** So much is written at once. */
const BLOCK = 32_768;

/** A stream of a process, as far as it is used here. */
export interface OutputStream {
  write(data: string | Uint8Array): boolean;
  once(event: "drain" | "close" | "error", listener: () => void): unknown;
  removeListener(event: "drain" | "close" | "error", listener: () => void): unknown;
}

/**
 * Standard output for many small pieces: they are put together while there is more to do, and written when there is
 * nothing, so that nobody waits for a line that is ready. A slow reader makes the writer wait.
 */
export class ProcessOutput {
  readonly #stream: OutputStream;
  #parts: (string | Uint8Array)[] = [];
  #length = 0;
  #planned: NodeJS.Immediate | undefined;
  #room: Promise<void> | undefined;

  constructor(stream: OutputStream) {
    this.#stream = stream;
  }

  /** @returns what settles when there is room for more, if there is none */
  write(data: string | Uint8Array): Promise<void> | undefined {
    this.#parts.push(data);
    this.#length += data.length;
    if (this.#length >= BLOCK) this.flush();
    else this.#planned ??= setImmediate(() => this.flush());
    return this.#room;
  }

  /** Writes what has been put together so far. */
  flush(): void {
    clearImmediate(this.#planned);
    this.#planned = undefined;
    const parts = this.#parts;
    this.#parts = [];
    this.#length = 0;
    if (parts.length > 0) this.#send(joined(parts));
  }

  #send(data: string | Uint8Array): void {
    if (this.#stream.write(data)) return;
    this.#room ??= new Promise((resolve) => {
      const done = (): void => {
        for (const event of ["drain", "close", "error"] as const) this.#stream.removeListener(event, done);
        this.#room = undefined;
        resolve();
      };
      for (const event of ["drain", "close", "error"] as const) this.#stream.once(event, done);
    });
  }
}

function joined(parts: readonly (string | Uint8Array)[]): string | Uint8Array {
  if (parts.every((part) => typeof part === "string")) return parts.join("");
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}
