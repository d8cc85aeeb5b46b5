import type { AnyFrame, FrameFamily, FrameOf } from "../frame/frame_family.ts";
import type { IntegerMode } from "../frame/json_value.ts";
import type { DecoderInput } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import { createGuardedDecoder, type GuardedDecoderOptions } from "./guarded_decoder.ts";
import { Stage } from "./stage.ts";

/**
 * `FrameDecoderStream` and `TerminalGuard` in one stage: the usual way to read a channel by `pipeThrough`. Messages in,
 * frames out, and `ending` tells how the sequence ended.
 *
 * In one point it knows more than the two apart: messages that `onMalformed` left out count as service, so a sequence
 * of nothing else is `finished` with 0 frames and not `unserved`.
 *
 * @typeParam F the frames of the family
 * @typeParam W the same under `integers: "bigint"`
 *
 * @example
 * ```ts
 * import { GuardedDecoderStream, runLoopFrames } from "channel-frames";
 *
 * const message = new TextEncoder().encode('\x01"overloaded"');
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(message);
 *     controller.close();
 *   },
 * });
 * const decoder = new GuardedDecoderStream(runLoopFrames);
 * const reader = messages.pipeThrough(decoder).getReader();
 * while (!(await reader.read()).done);
 * const ending = await decoder.ending;
 * console.assert(ending.kind === "failed" && ending.error === "overloaded");
 * ```
 */
export class GuardedDecoderStream<
  F extends AnyFrame,
  W extends AnyFrame = F,
  M extends IntegerMode = "number",
> extends Stage<DecoderInput, FrameOf<F, W, M>> {
  /** How the sequence ended. Fulfils exactly once and never rejects. */
  readonly ending: Promise<Ending<FrameOf<F, W, M>>>;

  /** @throws {TypeError} for a family that is none, or an option that has no sense. */
  constructor(family: FrameFamily<F, W>, options?: GuardedDecoderOptions<M>) {
    const decoder = createGuardedDecoder(family, options);
    super(decoder, options?.signal);
    this.ending = decoder.ending;
  }
}
