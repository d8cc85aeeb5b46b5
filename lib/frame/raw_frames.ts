import { buildFamily } from "./build_family.ts";
import type { FrameFamily } from "./frame_family.ts";
import { ERROR_TAG, ITEM_TAG } from "./message.ts";
import { rawHalf } from "./raw_half.ts";

/** A frame whose body was not read. */
export interface RawFrame {
  readonly type: "item" | "error";
  /** A view on the memory of the message, of whatever kind that was: who reuses that memory changes the body. */
  readonly body: Uint8Array;
}

/**
 * Any exchange, its bodies left as bytes: for relays and recorders. Nothing is parsed; the tag byte alone is read.
 *
 * @example A relay that checks nothing but the order of things
 * ```ts
 * import { FrameEncoderStream, GuardedDecoderStream, rawFrames } from "channel-frames";
 *
 * function relay(messages: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
 *   return messages
 *     .pipeThrough(new GuardedDecoderStream(rawFrames))
 *     .pipeThrough(new FrameEncoderStream(rawFrames));
 * }
 * console.assert(relay(new ReadableStream()) instanceof ReadableStream);
 * ```
 */
export const rawFrames: FrameFamily<RawFrame> = /* @__PURE__ */ buildFamily<RawFrame>(
  /* @__PURE__ */ rawHalf(ITEM_TAG, "item"),
  /* @__PURE__ */ rawHalf(ERROR_TAG, "error"),
);
