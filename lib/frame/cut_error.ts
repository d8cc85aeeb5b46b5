import { ChannelError } from "./channel_error.ts";

/**
 * Who broke the sequence off. `"carrier"`: the carrier, or the peer behind it. `"overrun"`: this side, because its reader
 * was too slow for a queue that has bounds. `"scope"`: the peer, which finished the scope and not its channel.
 * `"local"`: this side, by closing the carrier before the peer had finished.
 */
export type CutBy = "carrier" | "overrun" | "scope" | "local";

const told: Readonly<Record<CutBy, string>> = {
  carrier: "The carrier ended without a finish",
  overrun: "The reader was too slow, and what did not fit its queue is lost",
  scope: "The scope was finished before this channel of it",
  local: "The carrier was closed from this side before the peer had finished",
};

/** What the carrier knows of its end. */
export interface CutErrorDetails {
  /** @default "carrier" */
  readonly by?: CutBy | undefined;
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
  readonly by: CutBy;
  readonly closeCode: number | undefined;
  readonly reason: string | undefined;

  constructor(details: CutErrorDetails = {}) {
    const { by = "carrier" } = details;
    const code = details.closeCode === undefined ? "" : ` (close code ${details.closeCode})`;
    super(`${told[by]}${code}`, details);
    this.by = by;
    this.closeCode = details.closeCode;
    this.reason = details.reason;
  }
}
