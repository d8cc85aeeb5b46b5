import type { Outcome } from "./sequence.ts";

/** What one stage does with what passes through it. All of it is synchronous. */
export interface Operator<I, O extends object> {
  /** Takes a chunk and emits what becomes of it. What it throws breaks the stage, by way of `breakOff`. */
  take(chunk: I, emit: (frame: O) => void): void;
  /** The writable was closed. Emits what is left; what it throws errors the readable in place of its end. */
  finish?(emit: (frame: O) => void): void;
  /** The writable was aborted, or the stage broke. Emits what is left, and says how the readable is to end. */
  breakOff?(reason: unknown, emit: (frame: O) => void): Outcome;
  /** The reader cancelled, or the `signal` fired; `unread` was emitted and not read. */
  cancel?(reason: unknown, unread: readonly O[]): void;
}

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
): { readonly readable: ReadableStream<O>; readonly writable: WritableStream<I> } {
  let source: ReadableStreamDefaultController<O>;
  let sink: WritableStreamDefaultController;
  let unread: O[] = [];
  let asked = false; // a read waits, and there is nothing for it
  let settle: (() => void) | undefined; // ends the write or close that waits for the reader
  let end: (() => void) | undefined; // ends the readable

  const emit = (frame: O): void => {
    if (asked) {
      asked = false;
      source.enqueue(frame);
    } else {
      unread.push(frame);
    }
  };

  const release = (): void => {
    settle?.();
    settle = undefined;
  };

  const untilRead = (): Promise<void> | undefined =>
    unread.length === 0
      ? undefined
      : new Promise((resolve) => {
          settle = resolve;
        });

  /** A read that was given up (by releasing its lock) leaves its frame in the queue: then the end waits, too. */
  const endWhenRead = (): void => {
    if (end === undefined || unread.length > 0 || source.desiredSize !== 0) return;
    signal?.removeEventListener("abort", abandon);
    end();
    end = undefined;
  };

  const breakOff = (reason: unknown): unknown => {
    const outcome = operator.breakOff?.(reason, emit) ?? { close: false, reason };
    end = () => (outcome.close ? source.close() : source.error(outcome.reason));
    endWhenRead();
    return outcome.close ? reason : outcome.reason;
  };

  const leave = (reason: unknown): void => {
    operator.cancel?.(reason, unread);
    signal?.removeEventListener("abort", abandon);
    unread = [];
    end = undefined;
    // Without this an idle source would never learn of it.
    sink.error(reason);
    release();
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
        if (frame === undefined) asked = true;
        else source.enqueue(frame);
        if (unread.length === 0) release();
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
        controller.signal.addEventListener("abort", release);
      },
      write(chunk) {
        try {
          operator.take(chunk, emit);
        } catch (error) {
          throw breakOff(error);
        }
        return untilRead();
      },
      close() {
        try {
          operator.finish?.(emit);
          end = () => source.close();
        } catch (error) {
          end = () => source.error(error);
          throw error;
        } finally {
          endWhenRead();
        }
        return untilRead();
      },
      abort(reason) {
        breakOff(reason);
      },
    },
    { highWaterMark: 1 },
  );

  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon);
  return { readable, writable };
}
