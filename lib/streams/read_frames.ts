import type { AnyFrame, FrameFamily, FrameOf } from "../frame/frame_family.ts";
import type { IntegerMode } from "../frame/json_value.ts";
import type { DecoderInput } from "./decoder.ts";
import type { FrameReadable } from "./frame_readable.ts";
import { FrameReadableStream } from "./frame_readable_stream.ts";
import { createGuardedDecoder, type GuardedDecoderOptions } from "./guarded_decoder.ts";

/**
 * Reads a channel with no pipe at all: decoder and guard, straight from the source. The result is an ordinary
 * `ReadableStream` with `ending`, which can be iterated with `for await` also where `ReadableStream` cannot (WebKit).
 * It is the fastest way to read a channel, and the one with the fewest parts.
 *
 * Reads from the source only when it is itself read. A failure reaches the reader after every frame before it.
 *
 * @param source the messages; it is locked from here on
 * @param family what their tags hold, such as `notificationFrames`
 * @throws {TypeError} for a family that is none, an option that has no sense, or a source that is locked
 *
 * @example
 * ```ts
 * import { notificationFrames, readFrames } from "channel-frames";
 *
 * const message = new TextEncoder().encode('\0{"method":"notifications/tools/list_changed"}');
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(message);
 *     controller.close();
 *   },
 * });
 * const frames = readFrames(messages, notificationFrames);
 * for await (const frame of frames) console.assert(frame.type === "notification");
 * console.assert((await frames.ending).kind === "finished");
 * ```
 */
export function readFrames<F extends AnyFrame, W extends AnyFrame = F, M extends IntegerMode = "number">(
  source: ReadableStream<DecoderInput>,
  family: FrameFamily<F, W>,
  options?: GuardedDecoderOptions<M>,
): FrameReadable<FrameOf<F, W, M>> {
  return new FrameReadableStream(source, createGuardedDecoder(family, options), options?.signal);
}
