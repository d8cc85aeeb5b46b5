import { pair } from "../streams/pair.ts";

/** How a {@link FrameQueue} is made. */
export interface FrameQueueOptions {
  readonly signal?: AbortSignal | undefined;
  /** The reader left, or the signal fired. What is pushed from then on is dropped. */
  readonly cancelled: () => void;
}

const ignore = (): void => {};

/**
 * A stream of frames that come when they come, and not when the reader asks. How many may be queued is for the owner to
 * see to, by `length`. The end comes when the queue has been read, and the first end wins.
 */
export class FrameQueue<F extends object> {
  readonly readable: ReadableStream<F>;
  /** Frames queued. */
  length = 0;
  readonly #writer: WritableStreamDefaultWriter<F>;
  #failure: { readonly reason: unknown } | undefined;
  #isOver = false;

  constructor({ signal, cancelled }: FrameQueueOptions) {
    const [readable, writable] = pair<F, F>(
      {
        take: (frame, emit) => {
          this.length--;
          emit(frame);
        },
        end: () => {
          if (this.#failure) throw this.#failure.reason;
        },
        cancel: () => {
          this.#isOver = true;
          cancelled();
        },
      },
      signal,
    );
    this.readable = readable;
    this.#writer = writable.getWriter();
    // It rejects when the stream does, whose reader gets to know.
    this.#writer.closed.catch(ignore);
  }

  push(frame: F): void {
    if (this.#isOver) return;
    this.length++;
    this.#writer.write(frame).catch(ignore);
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#writer.close().catch(ignore);
  }

  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#failure = { reason };
    this.close();
  }
}
