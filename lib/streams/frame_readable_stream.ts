import type { AnyFrame } from "../frame/frame_family.ts";
import type { DecoderInput } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import { FrameIterator } from "./frame_iterator.ts";
import type { FrameReadable } from "./read_frames.ts";
import type { Outcome, Sequence } from "./sequence.ts";

/** What makes frames of messages here: a `GuardedDecoder`. */
interface Guarded<F extends AnyFrame> {
  readonly sequence: Sequence<F>;
  take(chunk: DecoderInput): F | undefined;
  finish(): void;
}

type Taken<F> = IteratorResult<F, undefined>;

/**
 * The stream that `readFrames` returns. It reads the source only to answer a read, so its own queue stays empty and an
 * error finds nothing to destroy. Its iterator takes frames without the detour through that queue, and exists in
 * WebKit, whose `ReadableStream` has none.
 */
export class FrameReadableStream<F extends AnyFrame> extends ReadableStream<F> implements FrameReadable<F> {
  readonly ending: Promise<Ending<F>>;
  readonly #take: () => Promise<Taken<F>>;

  constructor(source: ReadableStream<DecoderInput>, guarded: Guarded<F>, signal?: AbortSignal | undefined) {
    const { sequence } = guarded;
    const reader = source.getReader();
    let controller: ReadableStreamDefaultController<F>;
    let outcome: Outcome | undefined;
    let cancelled = false;

    const end = (as: Outcome): void => {
      outcome = as;
      signal?.removeEventListener("abort", abandon);
    };

    const step = (result: ReadableStreamReadResult<DecoderInput>): Promise<Taken<F>> | Taken<F> | undefined => {
      // Cancelled in the meantime, which is why the read came back.
      if (outcome !== undefined) return last(outcome);
      try {
        if (!result.done) {
          const value = guarded.take(result.value);
          return value && { done: false, value };
        }
        guarded.finish();
        end({ close: true });
      } catch (error) {
        end(sequence.breakOff(error));
        // A source whose cancel() fails has its own ways to say so.
        if (!result.done) reader.cancel(error).catch(() => {});
      }
      return take();
    };

    const lost = (reason: unknown): Promise<Taken<F>> => {
      if (outcome === undefined) end(sequence.breakOff(reason));
      return take();
    };

    // A loop, where `take` calling itself would build a chain as long as the run of messages that are left out.
    const takeNext = async (): Promise<Taken<F>> => {
      let taken: Promise<Taken<F>> | Taken<F> | undefined;
      while (taken === undefined) taken = await reader.read().then(step, lost);
      return taken;
    };

    const take = (): Promise<Taken<F>> =>
      outcome === undefined ? reader.read().then((result) => step(result) ?? takeNext(), lost) : last(outcome);

    const abandon = (): void => {
      end({ close: false, reason: signal?.reason });
      sequence.cancel(signal?.reason, []);
      controller.error(signal?.reason);
      reader.cancel(signal?.reason).catch(() => {});
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
          end({ close: true });
          sequence.cancel(reason, []);
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

async function last<F>(outcome: Outcome): Promise<Taken<F>> {
  if (outcome.close) return { done: true, value: undefined };
  throw outcome.reason;
}
