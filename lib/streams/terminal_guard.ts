import type { AnyFrame } from "../frame/frame_family.ts";
import type { Ending } from "./ending.ts";
import { type GuardOptions, startSequence } from "./sequence.ts";
import { Stage } from "./stage.ts";

/**
 * Passes the frames of any family on as they are, rejects whatever comes after an error frame, and tells how the
 * sequence ended.
 *
 * | sequence | readable | `ending.kind` |
 * | --- | --- | --- |
 * | items, finish | the items, then done | `finished` |
 * | items, error frame, finish or break | the items, the error frame, then done | `failed` |
 * | finish at once | rejects with `UnservedError` | `unserved` |
 * | error frame, anything | … the error frame, then rejects with `FrameAfterErrorError` | `violated` |
 * | items, break | the items, then rejects with the carrier's reason | `cut` |
 * | the reader cancels, or `signal` fires | – | `cancelled` |
 *
 * Source: Diverge Provider Protocol 2.3.0, the sequence on the response pages of both exchanges.
 *
 * @typeParam F the frames; inferred from the stream before it in `pipeThrough`
 *
 * @example
 * ```ts
 * import { type NotificationFrame, TerminalGuard } from "channel-frames";
 *
 * const guard = new TerminalGuard<NotificationFrame>();
 * const nothing = new ReadableStream<NotificationFrame>({ start: (controller) => controller.close() });
 * const reader = nothing.pipeThrough(guard).getReader();
 * await reader.read().catch((error) => console.assert(error.code === "unserved"));
 * console.assert((await guard.ending).kind === "unserved");
 * ```
 */
export class TerminalGuard<F extends AnyFrame = AnyFrame> extends Stage<F, F> {
  /**
   * How the sequence ended. Fulfils exactly once and never rejects: at the finish, or when the sequence broke off, or
   * when its reader left.
   */
  readonly ending: Promise<Ending<F>>;

  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: GuardOptions) {
    const sequence = startSequence<F>(options);
    super(sequence, options?.signal);
    this.ending = sequence.ending;
  }
}
