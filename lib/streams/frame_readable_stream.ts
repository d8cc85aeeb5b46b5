import type { AnyFrame } from "../frame/frame_family.ts";
import type { DecoderInput } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import { FrameIterator, type FrameSource, type Taken } from "./frame_iterator.ts";
import type { GuardedDecoder } from "./guarded_decoder.ts";
import type { FrameReadable } from "./read_frames.ts";

/**
 * The stream that `readFrames` returns. It reads the source only to answer a read, so its own queue stays empty and an
 * error finds nothing to destroy. Its iterator takes frames without the detour through that queue, and exists in
 * WebKit, whose `ReadableStream` has none.
 */
export class FrameReadableStream<F extends AnyFrame> extends ReadableStream<F> implements FrameReadable<F> {
  readonly ending: Promise<Ending<F>>;
  readonly #source: FrameSource<F, DecoderInput>;

  constructor(source: ReadableStream<DecoderInput>, sequence: GuardedDecoder<F>, signal?: AbortSignal | undefined) {
    const reader = source.getReader();
    let controller: ReadableStreamDefaultController<F>;
    let frame: F | undefined; // what the sequence has just emitted
    let last: (() => Promise<Taken<F>>) | undefined; // once over: the answer to every read
    let cancelled = false;

    const emit = (emitted: F): void => {
      frame = emitted;
    };

    const conclude = (lastWord: () => void): Promise<Taken<F>> => {
      try {
        lastWord();
        last = finished;
      } catch (reason) {
        last = () => Promise.reject(reason);
      }
      signal?.removeEventListener("abort", abandon);
      return last();
    };

    const cancelSource = (reason: unknown): void => {
      // A source whose cancel() fails has its own ways to say so.
      reader.cancel(reason).catch(() => {});
    };

    /** `undefined` for what is left out. */
    const step = (result: ReadableStreamReadResult<DecoderInput>): Taken<F> | Promise<Taken<F>> | undefined => {
      // Over already: if it was cancelled, that is why the read came back.
      if (last !== undefined) return last();
      if (result.done) return conclude(() => sequence.end(undefined, emit));
      frame = undefined;
      try {
        sequence.take(result.value, emit);
      } catch (reason) {
        cancelSource(reason);
        return conclude(() => sequence.end({ reason, own: true }, emit));
      }
      return frame && { done: false, value: frame };
    };

    // A loop, where a step that takes the next would build a chain as long as the run of what is left out.
    const takeNext = async (): Promise<Taken<F>> => {
      let taken: Taken<F> | Promise<Taken<F>> | undefined;
      while (taken === undefined) taken = await reader.read().then(step, own.lost);
      return taken;
    };

    const own: FrameSource<F, DecoderInput> = {
      read: () => reader.read(),
      answer: (result) => step(result) ?? takeNext(),
      lost: (reason) => (last === undefined ? conclude(() => sequence.end({ reason }, emit)) : last()),
    };

    const abandon = (): void => {
      const reason: unknown = signal?.reason;
      sequence.cancel(reason, 0);
      conclude(() => {
        throw reason;
      }).catch(() => {});
      controller.error(reason);
      cancelSource(reason);
    };

    super(
      {
        start(its) {
          controller = its;
        },
        async pull() {
          const taken = await reader.read().then(own.answer, own.lost);
          if (!taken.done) controller.enqueue(taken.value);
          else if (!cancelled) controller.close();
        },
        cancel(reason) {
          cancelled = true;
          conclude(() => sequence.cancel(reason, 0));
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
    this.ending = sequence.ending;
    this.#source = own;
    if (signal?.aborted) abandon();
    else signal?.addEventListener("abort", abandon);
  }

  override values(options?: { preventCancel?: boolean }): AsyncIterableIterator<F> {
    return new FrameIterator(this.getReader(), this.#source, options?.preventCancel ?? false);
  }

  override [Symbol.asyncIterator](options?: { preventCancel?: boolean }): AsyncIterableIterator<F> {
    return this.values(options);
  }
}

async function finished(): Promise<IteratorReturnResult<undefined>> {
  return { done: true, value: undefined };
}
