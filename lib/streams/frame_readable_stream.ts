import type { AnyFrame } from "../frame/frame_family.ts";
import type { DecoderInput } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import { FrameIterator, type FrameSource, type Taken } from "./frame_iterator.ts";
import type { FrameReadable } from "./frame_readable.ts";
import type { GuardedDecoder } from "./guarded_decoder.ts";

/**
 * The stream that `readFrames` returns. It reads the source only to answer a read, so its own queue stays empty and an
 * error finds nothing to destroy. Its iterator takes frames without the detour through that queue, and exists in
 * WebKit, whose `ReadableStream` has none.
 */
export class FrameReadableStream<F extends AnyFrame> extends ReadableStream<F> implements FrameReadable<F> {
  readonly ending: Promise<Ending<F>>;
  readonly #source: FrameSource<F, DecoderInput>;

  constructor(source: ReadableStream<DecoderInput>, guarded: GuardedDecoder<F>, signal?: AbortSignal | undefined) {
    const reader = source.getReader();
    let controller: ReadableStreamDefaultController<F>;
    let frame: F | undefined; // what has just become of a message
    let last: (() => Promise<Taken<F>>) | undefined; // once it is over: the answer to every read
    let reading = 0; // reads of the source that are not answered yet
    let pulling = false;
    let left = 0; // frames that a read had asked for, and was not there to take
    let cancelled = false;

    const emit = (emitted: F): void => {
      frame = emitted;
    };

    /** Ends the sequence by its last word, and the stream, too, unless a read or a frame in the queue is to be first. */
    const conclude = (lastWord: () => void): Promise<Taken<F>> => {
      if (last !== undefined) return last();
      signal?.removeEventListener("abort", abandon);
      let end = (): void => controller.close();
      try {
        lastWord();
        last = finished;
      } catch (reason) {
        last = () => Promise.reject(reason);
        end = () => controller.error(reason);
      }
      if (!cancelled && isIdle()) end();
      return last();
    };

    /** Whether no read of this stream waits, and no frame is in its queue, where a read that was given up has left it. */
    const isIdle = (): boolean => !pulling && controller.desiredSize === 0;

    const lost = (reason: unknown): Promise<Taken<F>> => conclude(() => guarded.end({ reason }, emit));

    /** `undefined` for what is left out. */
    const step = (result: ReadableStreamReadResult<DecoderInput>): Taken<F> | Promise<Taken<F>> | undefined => {
      reading--;
      // Over already: if it was cancelled, that is why the read came back.
      if (last !== undefined) return last();
      if (result.done) return conclude(() => guarded.end(undefined, emit));
      frame = undefined;
      try {
        guarded.take(result.value, emit);
      } catch (reason) {
        const taken = conclude(() => guarded.end({ reason, own: true }, emit));
        taken.catch(cancelSource);
        return taken;
      }
      return frame && { done: false, value: frame };
    };

    const cancelSource = (reason: unknown): void => {
      // A source whose cancel() fails has its own ways to say so.
      reader.cancel(reason).catch(() => {});
    };

    const read = (): Promise<ReadableStreamReadResult<DecoderInput>> => {
      reading++;
      return reader.read();
    };

    // A loop, where a step that takes the next would build a chain as long as the run of what is left out.
    const takeNext = async (): Promise<Taken<F>> => {
      let taken: Taken<F> | Promise<Taken<F>> | undefined;
      while (taken === undefined) taken = await read().then(step, lost);
      return taken;
    };

    const answer = (result: ReadableStreamReadResult<DecoderInput>): Taken<F> | Promise<Taken<F>> =>
      step(result) ?? takeNext();

    const abandon = (): void => {
      const reason: unknown = signal?.reason;
      guarded.cancel(reason, 0);
      controller.error(reason);
      conclude(() => {
        throw reason;
      }).catch(cancelSource);
    };

    super(
      {
        start(its) {
          controller = its;
        },
        // With no room in the queue, a pull is a read that waits.
        async pull() {
          pulling = true;
          left = 0;
          try {
            const taken = await read().then(answer, lost);
            if (cancelled) return;
            if (taken.done) return controller.close();
            controller.enqueue(taken.value);
            if (controller.desiredSize !== 0) left = 1;
          } finally {
            pulling = false;
          }
        },
        cancel(reason) {
          cancelled = true;
          guarded.cancel(reason, left);
          conclude(() => {});
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
    // An end that comes while nobody reads. With a read on its way, that one learns of it, and of what comes before.
    reader.closed.then(
      () => {
        if (reading === 0) conclude(() => guarded.end(undefined, emit)).catch(() => {});
      },
      (reason) => lost(reason).catch(() => {}),
    );
    this.ending = guarded.ending;
    this.#source = { read, answer, lost, isIdle };
    if (signal?.aborted) abandon();
    else signal?.addEventListener("abort", abandon);
  }

  override values(options?: { preventCancel?: boolean }): AsyncIteratorObject<F, undefined> {
    return new FrameIterator(this.getReader(), this.#source, options?.preventCancel ?? false);
  }

  override [Symbol.asyncIterator](options?: { preventCancel?: boolean }): AsyncIteratorObject<F, undefined> {
    return this.values(options);
  }
}

async function finished(): Promise<IteratorReturnResult<undefined>> {
  return { done: true, value: undefined };
}
