import { toFamily } from "../frame/decode_frame.ts";
import type { AnyFrame, FrameFamily, FrameOf } from "../frame/frame_family.ts";
import type { IntegerMode } from "../frame/json_value.ts";
import { createDecoder, type DecoderInput, type DecoderOptions } from "./decoder.ts";
import { indifferent } from "./pair.ts";
import { Stage } from "./stage.ts";

/**
 * Messages in, frames out. One chunk is one message: any view or `ArrayBuffer`. A string is a text message and is
 * ignored, as the protocol says; anything else is a `FrameError` with the code `not-a-message`.
 *
 * It judges messages one by one. Put a `TerminalGuard` behind it to learn how the sequence ended, or use
 * `GuardedDecoderStream`, which is both in one stage and costs less.
 *
 * @typeParam F the frames of the family
 * @typeParam W the same under `integers: "bigint"`
 *
 * @example
 * ```ts
 * import { FrameDecoderStream, rawFrames } from "channel-frames";
 *
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(Uint8Array.of(0, 1, 2));
 *     controller.close();
 *   },
 * });
 * const reader = messages.pipeThrough(new FrameDecoderStream(rawFrames)).getReader();
 * const { value } = await reader.read();
 * console.assert(value?.type === "item" && value.body.length === 2);
 * ```
 */
export class FrameDecoderStream<
  F extends AnyFrame,
  W extends AnyFrame = F,
  M extends IntegerMode = "number",
> extends Stage<DecoderInput, FrameOf<F, W, M>> {
  /** @throws {TypeError} for a family that is none, or an option that has no sense. */
  constructor(family: FrameFamily<F, W>, options?: DecoderOptions<M>) {
    const decoder = createDecoder(toFamily(family), options);
    super(
      {
        ...indifferent,
        take(chunk, emit) {
          const frame = decoder.decode(chunk);
          if (frame !== undefined) emit(frame);
        },
      },
      options?.signal,
    );
  }
}
