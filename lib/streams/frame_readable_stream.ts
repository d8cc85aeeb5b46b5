import type { AnyFrame } from "../frame/frame_family.ts";
import type { DecoderInput } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import { FrameIterator, type FrameSource, type Taken } from "./frame_iterator.ts";
import type { FrameReadable } from "./frame_readable.ts";
import type { GuardedDecoder } from "./guarded_decoder.ts";
import type { Break } from "./pair.ts";

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
    let lastWord: (() => void) | undefined; // the source is over
    let left = 0; // frames that a read had asked for, and was not there to take
    let cancelled = false;

    const emit = (emitted: F): void => {
      frame = emitted;
    };

    /** Ends the sequence by its last word, and the stream, too, unless a read or a frame in the queue is to be first. */
    const conclude = (say: () => void): Promise<Taken<F>> => {
      if (last !== undefined) return last();
      signal?.removeEventListener("abort", abandon);
      let end = (): void => controller.close();
      try {
        say();
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

    /** The frame that becomes of a read. Otherwise `settle` has the answer: the end, or what the next read brings. */
    const answer = (result: ReadableStreamReadResult<DecoderInput>): IteratorYieldResult<F> | undefined => {
      reading--;
      // Over already: if it was cancelled, that is why the read came back.
      if (last !== undefined) return undefined;
      if (result.done) {
        conclude(() => guarded.end(undefined, emit)).catch(() => {});
        return undefined;
      }
      frame = undefined;
      try {
        guarded.take(result.value, emit);
      } catch (reason) {
        conclude(() => guarded.end({ reason, own: true }, emit)).catch(cancelSource);
        return undefined;
      }
      if (lastWord && reading === 0) conclude(lastWord).catch(() => {});
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
    const settle = async (): Promise<Taken<F>> => {
      while (last === undefined) {
        const taken = await read().then(answer, lost);
        if (taken !== undefined) return taken;
      }
      return last();
    };

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
            const taken = (await read().then(answer, lost)) ?? (await settle());
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
    // An end that comes while nobody reads. A read that is on its way may bring a message that came before it.
    const over = (broke?: Break): void => {
      lastWord = () => guarded.end(broke, emit);
      if (reading === 0) conclude(lastWord).catch(() => {});
    };
    reader.closed.then(
      () => over(),
      (reason) => over({ reason }),
    );
    this.ending = guarded.ending;
    this.#source = { read, answer, settle, lost, isIdle };
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
