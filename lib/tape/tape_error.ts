import { ChannelError } from "../frame/channel_error.ts";

/**
 * Why bytes are no tape. `"not-a-tape"`: they do not begin with the header of one. `"version"`: a format of later than
 * this library knows. `"malformed"`: no record at all, or one of a known kind without what it has to hold. `"too-large"`,
 * `"too-deep"`: a record beyond the bounds. `"after-end"`: something comes after the last record. `"not-bytes"`: a chunk
 * that is none.
 */
export type TapeErrorCode =
  | "not-a-tape"
  | "version"
  | "malformed"
  | "too-large"
  | "too-deep"
  | "after-end"
  | "not-bytes";

/**
 * Bytes that are no tape, or no more of one. Every record before has been delivered. A tape that is merely incomplete
 * is none of these: it was cut, which is told by a `CutError`.
 *
 * @example
 * ```ts
 * import { TapeDecoderStream, TapeError } from "channel-frames/tape";
 *
 * const text = new Response("This is no tape").body ?? new ReadableStream();
 * const reader = text.pipeThrough(new TapeDecoderStream()).getReader();
 * await reader.read().catch((error) => {
 *   console.assert(error instanceof TapeError && error.code === "not-a-tape" && error.offset === 0);
 * });
 * ```
 */
export class TapeError extends ChannelError {
  static override readonly "~channel-frames": string = "TapeError";

  readonly code: TapeErrorCode;
  /** Where in the tape the record begins that cannot be read, in bytes. What comes before it is good. */
  readonly offset: number;

  constructor(code: TapeErrorCode, offset: number, message: string, options?: ErrorOptions) {
    super(`${message} (at byte ${offset} of the tape)`, options);
    this.code = code;
    this.offset = offset;
  }
}
