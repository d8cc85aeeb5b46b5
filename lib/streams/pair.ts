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
 * and a message is taken only when a read waits for what becomes of it. Until then its write stays unsettled, which is
 * the backpressure, and an end that comes meanwhile stays in `end`. Nothing that came before an end is lost to it.
 */
export function pair<I, O extends object>(
  operator: Operator<I, O>,
  signal?: AbortSignal | undefined,
): [readable: ReadableStream<O>, writable: WritableStream<I>] {
  let source: ReadableStreamDefaultController<O>;
  let sink: WritableStreamDefaultController;
  const unread: O[] = []; // what was emitted, and waits for the reader
  let hand: (() => void) | undefined; // takes the chunk whose write has begun
  let asked = false; // a read waits
  let busy = false; // the operator is at work, and may emit more
  let settle: ((failed?: Promise<never>) => void) | undefined; // ends the write or close that waits for the reader
  let failure: Promise<never> | undefined; // what the writer gets, too
  let end: (() => void) | undefined; // ends the readable

  /** Whether a read waits for what comes now. One that was given up, by releasing its lock, waits no more. */
  // biome-ignore lint/suspicious/noAssignInExpressions: the guard has few bytes to spare
  const isWaiting = (): boolean => (asked &&= readable.locked) && !unread.length;

  const give = (frame: O): void => {
    asked = false;
    source.enqueue(frame);
  };

  const pump = (): void => {
    if (isWaiting() && !busy) hand?.();
    const frame = asked && unread.shift();
    if (frame) give(frame);
    if (busy || hand || unread.length) return;
    settle?.();
    // Another reader may have the lock and not have read yet: then the frame is in the queue, and the end waits.
    if (end && !source.desiredSize) {
      signal?.removeEventListener("abort", abandon);
      end();
      end = () => {};
    }
  };

  const emit = (frame: O): void => {
    if (isWaiting()) give(frame);
    else unread.push(frame);
  };

  const take = (chunk: I): void => {
    hand = undefined;
    busy = true;
    try {
      operator.take(chunk, emit);
    } catch (reason) {
      conclude({ reason, own: true });
    }
    busy = false;
  };

  /** Lets the operator have its last word, by which the readable ends. What that throws, the writer gets, too. */
  const conclude = (broke?: Break): void => {
    busy = true;
    try {
      if (!end) operator.end(broke, emit);
      end ??= () => source.close();
    } catch (reason) {
      end = () => source.error(reason);
      failure = Promise.reject(reason);
      failure.catch(() => {});
      settle?.(failure);
    }
    busy = false;
    pump();
  };

  const untilRead = (): Promise<void> | undefined =>
    hand || unread.length
      ? new Promise((resolve) => {
          settle = resolve;
        })
      : failure;

  const cancel = (reason: unknown): void => {
    operator.cancel(reason, unread.length);
    signal?.removeEventListener("abort", abandon);
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
        // The usual case, which should cost little: the reader is there before the writer.
        if (isWaiting()) take(chunk);
        else hand = () => take(chunk);
        pump();
        return untilRead();
      },
      close() {
        conclude();
        return untilRead();
      },
      abort(reason) {
        // It came before the break. (What waited behind it, the platform has thrown away, and told its writers.)
        hand?.();
        conclude({ reason });
      },
    },
    { highWaterMark: 1 },
  );

  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon);
  return [readable, writable];
}
