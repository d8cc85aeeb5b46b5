import type { TapeOptions } from "./tape_options.ts";

/** Options of `TapeRecorder` and `record`. */
export interface TapeRecorderOptions extends TapeOptions {
  /**
   * What happens while `maxQueuedBytes` of the tape are unread. `"drop-tape"`: messages pass and are not recorded, and
   * the tape says how many. `"wait"`: the next message waits for the tape, so that the tape is complete and sets the
   * pace; a tape that nobody reads then stops the stream.
   * @default "drop-tape"
   */
  readonly whenSlow?: "wait" | "drop-tape" | undefined;
  /**
   * How many bytes of the tape may wait for its reader. One record is always taken.
   * @default 16_777_216 (16 MiB)
   */
  readonly maxQueuedBytes?: number | undefined;
}
