import { ChannelError } from "./channel_error.ts";

/**
 * What is wrong with the message:
 * - `empty`: it has no bytes at all, so not even a tag
 * - `unknown-tag`: its first byte is neither 0 nor 1
 * - `body`: its body is not what its tag promises
 * - `chunk`: the same for the chunk (tag 0) of a run loop
 * - `error`: the same for the error (tag 1) of a run loop
 * - `too-large`: it has more bytes than `maxMessageBytes`; its body was not looked at
 * - `not-a-message`: what was written to the stage is neither bytes nor text
 */
export type FrameErrorCode = "empty" | "unknown-tag" | "body" | "chunk" | "error" | "too-large" | "not-a-message";

/** One thing that validation found. */
export interface FrameIssue {
  /** What is wrong, in words. Holds at most a short, escaped excerpt of the message. */
  readonly message: string;
  /** Where, as in `params._meta` or `content[2].text`; empty for the value itself. */
  readonly path: string;
}

/** What is known of the message beside the code. */
export interface FrameErrorDetails {
  /** The tag byte, when there was one. */
  readonly tag?: number | undefined;
  /** The position of the message in its stream, counted from 0. */
  readonly index?: number | undefined;
  /** What validation found, when the body was JSON of the wrong shape. */
  readonly issues?: readonly FrameIssue[] | undefined;
  readonly cause?: unknown;
}

/**
 * A message that cannot be decoded. The codes are those of the reference's `FrameError` (Diverge Provider Protocol
 * 2.3.0, `response/frame.rs` of both exchanges), and two of ours for what never reaches the reference.
 *
 * @example Telling failures apart
 * ```ts
 * import { decodeFrame, FrameError, runLoopFrames } from "channel-frames";
 *
 * try {
 *   decodeFrame(runLoopFrames, new TextEncoder().encode('\0{"type":"user"}'));
 * } catch (error) {
 *   if (!(error instanceof FrameError)) throw error;
 *   console.assert(error.code === "chunk" && error.issues?.[0]?.path === "prompt");
 * }
 * ```
 */
export class FrameError extends ChannelError {
  static override readonly "~channel-frames": string = "FrameError";

  readonly code: FrameErrorCode;
  readonly tag: number | undefined;
  readonly index: number;
  readonly issues: readonly FrameIssue[] | undefined;

  constructor(code: FrameErrorCode, message: string, details: FrameErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.tag = details.tag;
    this.index = details.index ?? 0;
    this.issues = details.issues;
  }
}
