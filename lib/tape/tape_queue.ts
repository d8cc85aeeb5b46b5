/** So many bytes are handed over at once, and no memory is made for more in advance. */
const MUCH = 262_144;

/** When fewer are, in milliseconds. */
const MOMENT = 5;

/** What the owner of a {@link TapeQueue} is told. */
export interface TapeQueueOwner {
  /** The reader took all that was queued. */
  taken(): void;
  /** The reader left. What is written from now on is dropped. */
  cancelled(): void;
}

/**
 * The bytes of a tape that its reader has not taken yet. They are handed over when there are many, and otherwise a
 * moment after they were written: a chunk for each record would cost more than all the rest of recording.
 */
export class TapeQueue {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #memory: Uint8Array<ArrayBuffer> | undefined;
  #used = 0;
  #ahead = 0;
  #isAsked = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: ((controller: ReadableStreamDefaultController) => void) | undefined;
  #isOver = false;
  readonly #owner: TapeQueueOwner;
  readonly #much: number;

  /** @param most how many bytes the owner allows to be queued: a reader that waits is given them before that */
  constructor(owner: TapeQueueOwner, most: number) {
    this.#owner = owner;
    this.#much = Math.min(MUCH, most / 2);
    this.readable = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#isAsked = true;
          this.#pump();
        },
        cancel: () => {
          this.#leave();
          owner.cancelled();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Bytes queued. */
  get bytes(): number {
    return this.#used;
  }

  /** @returns memory with room for a record of so many bytes, from {@link TapeQueue.bytes} on */
  reserve(size: number): Uint8Array {
    const needed = this.#used + size;
    const memory = this.#memory;
    if (memory && memory.byteLength >= needed) return memory;
    this.#memory = new Uint8Array(Math.max(needed, memory ? 2 * memory.byteLength : this.#ahead));
    if (memory) this.#memory.set(memory.subarray(0, this.#used));
    return this.#memory;
  }

  /** A record of so many bytes has been written there. */
  commit(size: number): void {
    this.#used += size;
    this.#pump();
  }

  /** The end, once everything has been read. */
  close(): void {
    this.#conclude((controller) => controller.close());
  }

  /** The end by an error, once everything has been read. */
  fail(reason: unknown): void {
    this.#conclude((controller) => controller.error(reason));
  }

  #conclude(end: (controller: ReadableStreamDefaultController) => void): void {
    this.#end ??= end;
    this.#pump();
  }

  #leave(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#memory = undefined;
    this.#used = 0;
  }

  #pump(): void {
    if (this.#isOver || !this.#controller) return;
    if (this.#isAsked && this.#used > 0) {
      if (this.#end || this.#used >= this.#much) this.#handOver();
      else this.#timer ??= setTimeout(this.#handOver, MOMENT);
    }
    // A read that was given up, by releasing its lock, leaves its chunk in the queue of the stream.
    if (this.#end && this.#used === 0 && !this.#controller.desiredSize) {
      this.#isOver = true;
      this.#end(this.#controller);
    }
  }

  readonly #handOver = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isAsked || !this.#memory || this.#used === 0) return;
    const chunk = this.#memory.subarray(0, this.#used);
    this.#isAsked = false;
    // It will be much the same next time, and making room afterwards costs a copy.
    this.#ahead = Math.min(this.#used * 1.5, MUCH);
    this.#memory = undefined;
    this.#used = 0;
    this.#controller?.enqueue(chunk);
    this.#owner.taken();
  };
}
