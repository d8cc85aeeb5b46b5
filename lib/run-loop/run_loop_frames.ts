import { anyJson } from "../frame/any_json.ts";
import { buildFamily } from "../frame/build_family.ts";
import type { FrameFamily } from "../frame/frame_family.ts";
import { jsonHalf } from "../frame/json_half.ts";
import { ERROR_TAG, ITEM_TAG } from "../frame/message.ts";
import { acceptsChunk } from "./accepts_chunk.ts";
import { chunkSchema } from "./chunk_schema.ts";
import { readTextChunk } from "./read_text_chunk.ts";
import type { RunLoopFrame } from "./run_loop_frame.ts";
import type { RunLoopFrameOf, RunLoopOptions } from "./run_loop_options.ts";

/**
 * The family of run-loop channels under options of your own.
 *
 * @throws {TypeError} for an option that has no sense.
 *
 * @example Chunks of a newer peer
 * ```ts
 * import { decodeFrame, runLoopFamily } from "channel-frames";
 *
 * const family = runLoopFamily({ unknownChunks: "pass" });
 * const frame = decodeFrame(family, new TextEncoder().encode('\0{"type":"assistant_video","url":"…"}'));
 * console.assert(frame.type === "chunk" && frame.chunk.type === "assistant_video");
 * ```
 */
// @__NO_SIDE_EFFECTS__
export function runLoopFamily<const O extends RunLoopOptions>(
  options?: O,
): FrameFamily<RunLoopFrameOf<O>, RunLoopFrameOf<O, number | bigint>> {
  return buildFamily<RunLoopFrameOf<O>>(
    jsonHalf({
      tag: ITEM_TAG,
      type: "chunk",
      key: "chunk",
      code: "chunk",
      schema: chunkSchema<O>(options),
      accepts: options?.toolCallArguments === "object" ? undefined : acceptsChunk,
      shortcut: readTextChunk,
      toFrame: (chunk) => ({ type: "chunk", chunk }),
    }),
    jsonHalf({ tag: ERROR_TAG, type: "error", key: "error", code: "error", schema: anyJson }),
  );
}

/**
 * The family of agentic run-loop channels: tag 0 is one chunk, tag 1 is one JSON value of any kind.
 *
 * Source: Diverge Provider Protocol 2.3.0, the run loop's response.
 */
export const runLoopFrames: FrameFamily<RunLoopFrame, RunLoopFrame<number | bigint>> = /* @__PURE__ */ runLoopFamily();
