import type { FrameAfterErrorError } from "../frame/frame_after_error_error.ts";
import type { AnyFrame, ErrorOf } from "../frame/frame_family.ts";

/**
 * How a sequence came to its end. `frames` counts the item frames that were handed to the reader, an error frame not
 * among them. A `reason` is the very value that was thrown or passed, `undefined` included.
 *
 * - `finished`: items, then the carrier's finish. The sequence is complete
 * - `failed`: an error frame was the last message. `error` is its value
 * - `unserved`: the finish came with no message before it: the ask was not served
 * - `violated`: something arrived after the error frame
 * - `cut`: the carrier, or a stage before the guard, broke off. Nothing may be concluded about completeness
 * - `cancelled`: the reader walked away
 *
 * @typeParam F the frames of the sequence
 */
export type Ending<F extends AnyFrame = AnyFrame> =
  | { readonly kind: "finished"; readonly frames: number }
  | { readonly kind: "failed"; readonly frames: number; readonly error: ErrorOf<F> }
  | { readonly kind: "unserved"; readonly frames: 0 }
  | { readonly kind: "violated"; readonly frames: number; readonly reason: FrameAfterErrorError }
  | { readonly kind: "cut"; readonly frames: number; readonly reason: unknown }
  | { readonly kind: "cancelled"; readonly frames: number; readonly reason: unknown };
