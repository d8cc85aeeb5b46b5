import type { CutBy } from "../frame/cut_error.ts";
import type { JsonObject } from "../frame/json_value.ts";

/** The first record of a tape: what was recorded, and since when. */
export interface TapeHeader {
  readonly type: "header";
  /** The version of the format: 1. It grows only with what an older reader would misread. */
  readonly version: number;
  /** What the messages hold, such as `"notifications"` or `"run-loop"`. */
  readonly family?: string | undefined;
  /** Where they came from: an address, or the name of a carrier. */
  readonly carrier?: string | undefined;
  /** When the recording began, in milliseconds since the epoch, to the microsecond. */
  readonly startedAt: number;
  /** Whatever else is worth keeping. */
  readonly metadata: JsonObject;
}

/** Which way a message went: it was received, or sent. */
export type TapeDirection = "in" | "out";

/** One message, its bytes exactly as they were. */
export interface TapeMessage {
  readonly type: "message";
  /** Milliseconds since the record before, to the microsecond. */
  readonly elapsed: number;
  readonly direction: TapeDirection;
  readonly message: Uint8Array;
}

/** Messages that passed and were not recorded, as the tape was written too slowly. */
export interface TapeGap {
  readonly type: "dropped";
  /** Milliseconds since the record before, to the microsecond. The messages are from that time. */
  readonly elapsed: number;
  /** How many messages are missing. */
  readonly messages: number;
  /** How many bytes they had. */
  readonly bytes: number;
}

/**
 * How what was recorded came to its end.
 *
 * - `finish`: the carrier closed it
 * - `cut`: it broke off. The fields are those of the `CutError`; `message` says of what else there was, in words
 * - `cancelled`: its reader left; `reason` is the reason in words
 */
export type TapeEnding =
  | { readonly kind: "finish" }
  | {
      readonly kind: "cut";
      readonly by: CutBy;
      readonly closeCode?: number | undefined;
      readonly reason?: string | undefined;
      readonly message?: string | undefined;
    }
  | { readonly kind: "cancelled"; readonly reason?: string | undefined };

/** The last record. A tape without it was cut. */
export interface TapeEnd {
  readonly type: "end";
  /** Milliseconds since the record before, to the microsecond. */
  readonly elapsed: number;
  readonly ending: TapeEnding;
}

/** One record of a tape, discriminated by `type`. */
export type TapeRecord = TapeHeader | TapeMessage | TapeGap | TapeEnd;
