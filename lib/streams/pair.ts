/** What one stage does with what passes through it. All of it is synchronous. */
export interface Operator<I, O extends object> {
  /** Takes a chunk and emits what becomes of it. What it throws breaks the stage off. */
  take(chunk: I, emit: (frame: O) => void): void;
  /** The writable was closed. Emits what is left. What it throws, the reader gets in place of the end. */
  finish(emit: (frame: O) => void): void;
  /**
   * The writable was aborted, or (`own`) `take` has thrown. Emits what is left. What it throws, the reader gets; if it
   * throws nothing, the reader gets an ordinary end.
   */
  breakOff(reason: unknown, own: boolean, emit: (frame: O) => void): void;
  /** The reader cancelled, or the `signal` fired; so many of the last frames that were emitted were `unread`. */
  cancel(reason: unknown, unread: number): void;
}

/** The rest of an operator that has nothing to say of ends. */
export const indifferent: { finish(): void; breakOff(reason: unknown): never; cancel(): void } = {
  finish() {},
  breakOff(reason) {
    throw reason;
  },
  cancel() {},
};

/**
 * The two sides of every stage, with {@link Operator} between them.
 *
 * A `TransformStream` will not do: no browser and no Node 18 calls `transformer.cancel`, no runtime tells a stage of its
 * own errors, and an error throws away what the readable has queued. Here the readable has no room (high-water mark 0),
 * so a frame is enqueued only when a read waits for it. Until then it stays in `unread`, the write that brought it
 * stays unsettled, which is the backpressure, and an end stays in `end`. Nothing that came before an end is lost to it.
 */
export function pair<I, O extends object>(
  operator: Operator<I, O>,
  signal?: AbortSignal | undefined,
): [readable: ReadableStream<O>, writable: WritableStream<I>] {
  let source: ReadableStreamDefaultController<O>;
  let sink: WritableStreamDefaultController;
  const unread: O[] = [];
  let asked = false; // a read waits, and there is nothing for it
  let settle = (): void => {}; // ends the write or close that waits for the reader
  let end: (() => void) | undefined; // ends the readable

  const emit = (frame: O): void => {
    if (asked) {
      asked = false;
      source.enqueue(frame);
    } else {
      unread.push(frame);
    }
  };

  const untilRead = (): Promise<void> | undefined =>
    unread.length
      ? new Promise((resolve) => {
          settle = resolve;
        })
      : undefined;

  const endWhenRead = (): void => {
    // A read that was given up (its lock released) leaves its frame in the queue: then the end waits for the next.
    if (!end || unread.length || source.desiredSize) return;
    signal?.removeEventListener("abort", abandon);
    end();
  };

  /** Lets the operator have its last word, by which the readable ends. What that throws, the writer gets, too. */
  const conclude = (lastWord: () => void): void => {
    try {
      lastWord();
      end = () => source.close();
    } catch (reason) {
      end = () => source.error(reason);
      throw reason;
    } finally {
      endWhenRead();
    }
  };

  const breakOff = (reason: unknown, own: boolean): void => conclude(() => operator.breakOff(reason, own, emit));

  const leave = (reason: unknown): void => {
    operator.cancel(reason, unread.length);
    signal?.removeEventListener("abort", abandon);
    // Without this an idle source would never learn of it.
    sink.error(reason);
    settle();
  };

  const abandon = (): void => {
    source.error(signal?.reason);
    leave(signal?.reason);
  };

  const readable = new ReadableStream<O>(
    {
      start(controller) {
        source = controller;
      },
      // With no room in the queue, a pull is a read that waits.
      pull() {
        const frame = unread.shift();
        if (frame) source.enqueue(frame);
        else asked = true;
        if (!unread.length) settle();
        endWhenRead();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );

  const writable = new WritableStream<I>(
    {
      start(controller) {
        sink = controller;
        // A write that waits for the reader would keep the writable from being aborted.
        controller.signal.addEventListener("abort", () => settle());
      },
      write(chunk) {
        try {
          operator.take(chunk, emit);
        } catch (error) {
          breakOff(error, true);
        }
        return untilRead();
      },
      close() {
        conclude(() => operator.finish(emit));
        return untilRead();
      },
      abort(reason) {
        try {
          breakOff(reason, false);
        } catch {
          // It is for the reader. Who aborts has it.
        }
      },
    },
    { highWaterMark: 1 },
  );

  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon);
  return [readable, writable];
}
