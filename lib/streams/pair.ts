/** Why a sequence broke off: the writable was aborted, or (`own`) the stage could not take what came. */
export interface Break {
  readonly reason: unknown;
  readonly own?: boolean;
}

/** What one stage does with what passes through it. All of it is synchronous. */
export interface Operator<I, O extends object> {
  /** Whether what it takes may come to nothing. Then it is given more only while a read waits. */
  readonly lazy?: boolean;
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

function nothing(): void {}

/** The rest of an operator that has nothing to say of ends. */
export const indifferent: { end(broke: Break | undefined): void; cancel(): void } = {
  end(broke) {
    if (broke) throw broke.reason;
  },
  cancel: nothing,
};

/**
 * The two sides of every stage, with an {@link Operator} between them.
 *
 * A `TransformStream` will not do: no browser and no Node 18 calls `transformer.cancel`, no runtime tells a stage of its
 * own errors, and an error throws away what the readable has queued. Here the queue has room for one frame, a write
 * stays unsettled until what became of it is read, which is the backpressure, and an end waits in `end` until the queue
 * is empty. Nothing that came before an end is lost to it.
 *
 * A frame for which a read waits never is in the queue. So the readable need not be asked to pull while its reader keeps
 * up, which is a third of what a stage costs: `pull` stays unsettled, and is called again only once a frame was queued.
 * Whether a read waits is not known then. A lazy operator has to know: its queue has no room, and each pull is a read.
 */
export function pair<I, O extends object>(
  operator: Operator<I, O>,
  signal?: AbortSignal | undefined,
): [readable: ReadableStream<O>, writable: WritableStream<I>] {
  // In workerd a readable is not pulled when its queue has been emptied, but when the next read finds it empty: there
  // nobody would know whether the frame in it was read.
  const room = "WebSocketPair" in globalThis || operator.lazy ? 0 : 1;
  let source: ReadableStreamDefaultController<O>;
  let sink: WritableStreamDefaultController;
  const unread: O[] = []; // frames that wait for the queue
  let asked = room; // 1 if the queue is empty, and for a lazy operator a read waits; otherwise room, less what is queued
  let wasAsked = room; // before the last write
  let hasQueued = nothing; // settles the pull
  let settle: (failed?: Promise<never>) => void = nothing; // ends the write or close that waits for the reader
  let failure: Promise<never> | undefined; // what the writer gets, too
  let end: (() => void) | undefined; // ends the readable

  const pump = (): void => {
    const frame = asked > 0 && unread.shift();
    if (frame) {
      source.enqueue(frame);
      asked = source.desiredSize ?? 0;
      if (asked > 0) pump();
      else hasQueued();
    }
    if (unread.length || source.desiredSize !== room) return;
    settle(failure);
    if (!end) return;
    signal?.removeEventListener("abort", abandon);
    end();
    end = nothing;
  };

  const emit = (frame: O): void => {
    unread.push(frame);
    pump();
  };

  /** Lets the operator have its last word, by which the readable ends. What that throws, the writer gets, too. */
  const conclude = (broke?: Break): void => {
    try {
      operator.end(broke, emit);
      end = () => source.close();
    } catch (reason) {
      end = () => source.error(reason);
      failure = Promise.reject(reason);
      failure.catch(nothing);
    }
    pump();
  };

  const untilRead = (): Promise<void> | undefined =>
    !unread.length && (room ? asked : wasAsked || end)
      ? failure
      : new Promise((resolve) => {
          settle = resolve;
        });

  const cancel = (reason: unknown): void => {
    operator.cancel(reason, unread.length + Number(asked < room));
    signal?.removeEventListener("abort", abandon);
    // Without this an idle source would never learn of it.
    sink.error(reason);
    settle();
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
      pull: () =>
        new Promise((resolve) => {
          hasQueued = resolve;
          asked = 1;
          pump();
        }),
      cancel,
    },
    { highWaterMark: room },
  );

  const writable = new WritableStream<I>({
    start(controller) {
      sink = controller;
      // A write that waits for the reader would keep the writable from being aborted.
      controller.signal.addEventListener("abort", () => settle());
    },
    write(chunk) {
      wasAsked = asked;
      try {
        operator.take(chunk, emit);
      } catch (reason) {
        conclude({ reason, own: true });
      }
      return untilRead();
    },
    close() {
      conclude();
      return untilRead();
    },
    abort(reason) {
      conclude({ reason });
    },
  });

  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon);
  return [readable, writable];
}
