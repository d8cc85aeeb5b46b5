/** Why a sequence broke off: the writable was aborted, or (`own`) the stage could not take what came. */
export interface Break {
  readonly reason: unknown;
  readonly own?: boolean;
}

/** What one stage does with what passes through it. All of it is synchronous. */
export interface Operator<I, O extends object> {
  /** Takes a chunk and emits what becomes of it. What it throws breaks the stage off. */
  take(chunk: I, emit: (frame: O) => void): void;
  /**
   * The last word, after which nothing is taken any more: the writable was closed, or there was a break. Emits what is
   * left. If it throws, the reader gets that in place of an ordinary end.
   */
  end(broke: Break | undefined, emit: (frame: O) => void): void;
  /** The reader cancelled, or the `signal` fired; so many of the last frames that were emitted were `unread`. */
  cancel(reason: unknown, unread: number): void;
}

/** The rest of an operator that has nothing to say of ends. */
export const indifferent: { end(broke: Break | undefined): void; cancel(): void } = {
  end(broke) {
    if (broke) throw broke.reason;
  },
  cancel() {},
};

/**
 * The two sides of every stage, with an {@link Operator} between them.
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
  const written: I[] = []; // what waits in the writable
  const unread: O[] = []; // what came of it, and waits for the reader
  let asked = false; // a read waits
  let settle: (() => void) | undefined; // ends the write or close that waits for the reader
  let end: (() => void) | undefined; // ends the readable

  const pump = (): void => {
    const frame = asked && unread.shift();
    if (frame) {
      asked = false;
      source.enqueue(frame);
    }
    if (unread.length) return;
    settle?.();
    // A read that was given up (its lock released) leaves its frame in the queue: then the end waits for the next.
    if (end && !source.desiredSize) {
      unlisten();
      end();
      end = undefined;
    }
  };

  const emit = (frame: O): void => {
    unread.push(frame);
    pump();
  };

  const untilRead = (): Promise<void> | undefined =>
    unread.length
      ? new Promise((resolve) => {
          settle = resolve;
        })
      : undefined;

  /** Lets the operator have its last word, by which the readable ends. What that throws, the writer gets, too. */
  const conclude = (broke?: Break): void => {
    try {
      operator.end(broke, emit);
      end = () => source.close();
    } catch (reason) {
      end = () => source.error(reason);
      throw reason;
    } finally {
      pump();
    }
  };

  const take = (chunk: I): void => {
    try {
      operator.take(chunk, emit);
    } catch (reason) {
      conclude({ reason, own: true });
    }
  };

  const unlisten = (): void => signal?.removeEventListener("abort", abandon);

  const cancel = (reason: unknown): void => {
    operator.cancel(reason, unread.length);
    unlisten();
    // Without this an idle source would never learn of it.
    sink.error(reason);
    settle?.();
  };

  const abandon = (): void => {
    const reason: unknown = signal?.reason;
    source.error(reason);
    cancel(reason);
  };

  const readable = new ReadableStream<O>(
    {
      start(controller) {
        source = controller;
      },
      // With no room in the queue, a pull is a read that waits.
      pull() {
        asked = true;
        pump();
      },
      cancel,
    },
    { highWaterMark: 0 },
  );

  const writable = new WritableStream<I>(
    {
      start(controller) {
        sink = controller;
        // A write that waits for the reader would keep the writable from being aborted.
        controller.signal.addEventListener("abort", () => settle?.());
      },
      write(chunk) {
        written.shift();
        take(chunk);
        return untilRead();
      },
      close() {
        conclude();
        return untilRead();
      },
      abort(reason) {
        try {
          // The platform throws away what waits in the writable; but it came before the break.
          written.forEach(take);
          conclude({ reason });
        } catch {
          // It is for the reader. Who aborts has it.
        }
      },
    },
    { highWaterMark: 1, size: (chunk) => written.push(chunk) && 1 },
  );

  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon);
  return [readable, writable];
}
