import { ChannelError } from "./channel_error.ts";
import type { FrameIssue } from "./frame_error.ts";

/**
 * Why the frame must not be written:
 * - `shape`: it is not a frame of the family, or its value does not fit the schema
 * - `not-json`: it holds something that JSON has no word for
 * - `not-unicode`: it holds a string with a lone surrogate
 * - `too-deep`: it nests deeper than `maxDepth`, which a peer would refuse
 * - `too-large`: its message would have more bytes than `maxMessageBytes`
 */
export type FrameEncodeErrorCode = "shape" | "not-json" | "not-unicode" | "too-deep" | "too-large";

/** What is known beside the code. */
export interface FrameEncodeErrorDetails {
  /** Where in the value, as in `params.data[2]`; empty for the value itself. */
  readonly path?: string | undefined;
  /** What validation found, when the value has the wrong shape. */
  readonly issues?: readonly FrameIssue[] | undefined;
  readonly cause?: unknown;
}

/**
 * A frame that must not be written, because a peer would refuse it or read something else than was meant.
 *
 * @example What JSON cannot say is refused, with its place
 * ```ts
 * import { encodeFrame, FrameEncodeError, runLoopFrames } from "channel-frames";
 *
 * try {
 *   encodeFrame(runLoopFrames, { type: "error", error: { at: [Number.NaN] } });
 * } catch (error) {
 *   if (!(error instanceof FrameEncodeError)) throw error;
 *   console.assert(error.code === "not-json" && error.path === "at[0]");
 * }
 * ```
 */
export class FrameEncodeError extends ChannelError {
  static override readonly "~channel-frames": string = "FrameEncodeError";

  readonly code: FrameEncodeErrorCode;
  readonly path: string;
  readonly issues: readonly FrameIssue[] | undefined;

  constructor(code: FrameEncodeErrorCode, message: string, details: FrameEncodeErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.path = details.path ?? "";
    this.issues = details.issues;
  }
}
