import { checkOption } from "../frame/check_option.ts";
import type { JsonObject } from "../frame/json_value.ts";
import { encodeRecord } from "./encode_record.ts";
import { directions } from "./message_record.ts";
import { VERSION } from "./record_kind.ts";
import type { TapeClock } from "./tape_clock.ts";
import type { TapeDirection } from "./tape_record.ts";

/** What is recorded, as the header of the tape says it, and how. */
export interface TapeOptions {
  /** What the messages hold, such as `"notifications"` or `"run-loop"`. */
  readonly family?: string | undefined;
  /** Where they come from: an address, or the name of a carrier. */
  readonly carrier?: string | undefined;
  /** Whatever else is worth keeping, up to 1 MiB of it. */
  readonly metadata?: JsonObject | undefined;
  /**
   * Whether the messages are received or sent.
   * @default "in"
   */
  readonly direction?: TapeDirection | undefined;
  /**
   * Tells the time, in milliseconds since the epoch, fractions allowed. By default the time of day at the start, and
   * from there on a clock that nobody sets.
   */
  readonly clock?: (() => number) | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** @throws {TypeError} for an option that has no sense */
export function directionOf({ direction = "in" }: TapeOptions): TapeDirection {
  checkOption("direction", directions.includes(direction));
  return direction;
}

/**
 * The record of the header.
 *
 * @throws {TypeError} for an option that has no sense
 */
export function encodeHeader(
  { family, carrier, metadata = {} }: TapeOptions,
  clock: TapeClock,
): Uint8Array<ArrayBuffer> {
  const { startedAt } = clock;
  return encodeRecord({ type: "header", version: VERSION, family, carrier, startedAt, metadata });
}
