import { toBytes } from "./bytes.ts";
import { FrameError } from "./frame_error.ts";
import type { AnyFrame, FrameFamily, FrameOf } from "./frame_family.ts";
import type { IntegerMode } from "./json_value.ts";
import { type FrameOptions, type Limits, toLimits } from "./limits.ts";

/** What a message may come as. Anything else, and text, is no message. */
export type MessageSource = ArrayBufferView | ArrayBuffer;

/**
 * Decodes one message without any stream.
 *
 * @param family what its tags hold, such as `notificationFrames`
 * @param message tag byte and body
 * @returns the frame. Its value is what `JSON.parse` gave, unknown members included; bytes are views on the message.
 * @throws {FrameError} when the message cannot be decoded
 * @throws {TypeError} for options that have no sense
 *
 * @example
 * ```ts
 * import { decodeFrame, notificationFrames } from "channel-frames";
 *
 * const message = new TextEncoder().encode('\0{"method":"notifications/tools/list_changed"}');
 * const frame = decodeFrame(notificationFrames, message);
 * console.assert(frame.type === "notification");
 * ```
 */
export function decodeFrame<F extends AnyFrame, W extends AnyFrame = F, M extends IntegerMode = "number">(
  family: FrameFamily<F, W>,
  message: MessageSource,
  options?: FrameOptions<M>,
): FrameOf<F, W, M> {
  return decodeBytes<F, W, M>(toFamily(family), message, toLimits(options), 0);
}

/** The same for checked options, and with the position of the message in its stream. */
export function decodeBytes<F extends AnyFrame, W extends AnyFrame, M extends IntegerMode>(
  family: Pick<FrameFamily<F, W>, "decode" | "wide">,
  message: unknown,
  limits: Limits,
  index: number,
): FrameOf<F, W, M> {
  const bytes = toBytes(message);
  if (bytes === undefined) {
    throw new FrameError("not-a-message", `A message must be bytes, not of type ${typeof message}`, { index });
  }
  // The type of `M` is that of `limits.integers`, which the family honours.
  return family.decode(bytes, limits, index) as FrameOf<F, W, M>;
}

/** @throws {TypeError} when it is none. */
export function toFamily<T extends Pick<FrameFamily<AnyFrame>, "decode">>(family: T): T {
  if (!family?.decode) throw new TypeError("This is no frame family");
  return family;
}
