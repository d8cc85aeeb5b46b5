import { ChannelError } from "./channel_error.ts";

/** What the carrier knows of its end. */
export interface CutErrorDetails {
  /** The WebSocket close code, as the platform gave it. */
  readonly closeCode?: number | undefined;
  /** The WebSocket close reason, or another short word on why. */
  readonly reason?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The carrier ended without a finish, so nothing may be concluded about completeness. A carrier errors its stream of
 * messages with this; the guard then reports `cut`.
 *
 * @example A carrier that breaks
 * ```ts
 * import { CutError, notificationFrames, readFrames } from "channel-frames";
 *
 * const broken = new ReadableStream<Uint8Array>({
 *   pull(controller) {
 *     controller.error(new CutError({ closeCode: 1006 }));
 *   },
 * });
 * const frames = readFrames(broken, notificationFrames);
 * await frames.getReader().read().catch((error) => console.assert(error instanceof CutError));
 * console.assert((await frames.ending).kind === "cut");
 * ```
 */
export class CutError extends ChannelError {
  static override readonly "~channel-frames": string = "CutError";

  readonly code = "cut";
  readonly closeCode: number | undefined;
  readonly reason: string | undefined;

  constructor(details: CutErrorDetails = {}) {
    const code = details.closeCode === undefined ? "" : ` (close code ${details.closeCode})`;
    super(`The carrier ended without a finish${code}`, details);
    this.closeCode = details.closeCode;
    this.reason = details.reason;
  }
}
