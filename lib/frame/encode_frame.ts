import { toFamily } from "./decode_frame.ts";
import type { AnyFrame, FrameFamily } from "./frame_family.ts";
import { type FrameOptions, toLimits } from "./limits.ts";

/**
 * Encodes one frame without any stream.
 *
 * @returns the message, in a buffer of its own and of exactly its size
 * @throws {FrameEncodeError} when a peer would refuse the message or read something else than the frame says
 * @throws {TypeError} for options that have no sense
 *
 * @example
 * ```ts
 * import { encodeFrame, notificationFrames } from "channel-frames";
 *
 * const message = encodeFrame(notificationFrames, {
 *   type: "error",
 *   error: { code: -32603, message: "The server is gone" },
 * });
 * console.assert(message[0] === 1 && message.byteLength === message.buffer.byteLength);
 * ```
 */
export function encodeFrame<F extends AnyFrame, W extends AnyFrame = F>(
  family: FrameFamily<F, W>,
  frame: F | W,
  options?: FrameOptions,
): Uint8Array<ArrayBuffer> {
  return toFamily(family).encode(frame, toLimits(options));
}
