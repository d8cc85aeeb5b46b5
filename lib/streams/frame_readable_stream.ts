import type { AnyFrame } from "../frame/frame_family.ts";
import type { DecoderInput } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import { FrameIterator } from "./frame_iterator.ts";
import type { GuardedDecoder } from "./guarded_decoder.ts";
import type { FrameReadable } from "./read_frames.ts";

type Taken<F> = IteratorResult<F, undefined>;

/**
 * The stream that `readFrames` returns. It reads the source only to answer a read, so its own queue stays empty and an
 * error finds nothing to destroy. Its iterator takes frames without the detour through that queue, and exists in
 * WebKit, whose `ReadableStream` has none.
 */
export class FrameReadableStream<F extends AnyFrame> extends ReadableStream<F> implements FrameReadable<F> {
  readonly ending: Promise<Ending<F>>;
  readonly #take: () => Promise<Taken<F>>;

  constructor(source: ReadableStream<DecoderInput>, sequence: GuardedDecoder<F>, signal?: AbortSignal | undefined) {
    const reader = source.getReader();
    let controller: ReadableStreamDefaultController<F>;
    let frame: F | undefined; // what the sequence has just emitted
    let last: (() => Promise<Taken<F>>) | undefined; // once over: the answer to every read
    let cancelled = false;

    const emit = (emitted: F): void => {
      frame = emitted;
    };

    const conclude = (lastWord: () => void): void => {
      try {
        lastWord();
        last = finished;
      } catch (reason) {
        last = () => Promise.reject(reason);
      }
      signal?.removeEventListener("abort", abandon);
    };

    const cancelSource = (reason: unknown): void => {
      // A source whose cancel() fails has its own ways to say so.
      reader.cancel(reason).catch(() => {});
    };

    const step = (result: ReadableStreamReadResult<DecoderInput>): Promise<Taken<F>> | Taken<F> | undefined => {
      // Cancelled in the meantime, which is why the read came back.
      if (last !== undefined) return last();
      if (result.done) {
        conclude(() => sequence.end(undefined, emit));
        return take();
      }
      frame = undefined;
      try {
        sequence.take(result.value, emit);
      } catch (error) {
        conclude(() => sequence.end({ reason: error, own: true }, emit));
        cancelSource(error);
        return take();
      }
      return frame && { done: false, value: frame };
    };

    const lost = (reason: unknown): Promise<Taken<F>> => {
      if (last === undefined) conclude(() => sequence.end({ reason }, emit));
      return take();
    };

    const takeNext = async (): Promise<Taken<F>> => {
      let taken: Promise<Taken<F>> | Taken<F> | undefined;
      while (taken === undefined) taken = await reader.read().then(step, lost);
      return taken;
    };

    const take = (): Promise<Taken<F>> =>
      last === undefined ? reader.read().then((result) => step(result) ?? takeNext(), lost) : last();

    const abandon = (): void => {
      const reason: unknown = signal?.reason;
      sequence.cancel(reason, 0);
      conclude(() => {
        throw reason;
      });
      controller.error(reason);
      cancelSource(reason);
    };

    super(
      {
        start(own) {
          controller = own;
        },
        async pull() {
          const taken = await take();
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
    this.#take = take;
    if (signal?.aborted) abandon();
    else signal?.addEventListener("abort", abandon);
  }

  override values(options?: { preventCancel?: boolean }): AsyncIterableIterator<F> {
    return new FrameIterator(this.getReader(), this.#take, options?.preventCancel ?? false);
  }

  override [Symbol.asyncIterator](options?: { preventCancel?: boolean }): AsyncIterableIterator<F> {
    return this.values(options);
  }
}

async function finished(): Promise<IteratorReturnResult<undefined>> {
  return { done: true, value: undefined };
}
