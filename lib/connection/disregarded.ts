import type { Envelope } from "./envelope.ts";
import type { EnvelopeError } from "./envelope_error.ts";

/**
 * A message of a connection that means nothing there, and does it no harm. `"malformed"`: it is no envelope.
 * `"stranger"`: its scope or channel is not open. `"duplicate"`: it opens a scope or channel that is open already.
 */
export type Disregarded =
  | { readonly reason: "malformed"; readonly error: EnvelopeError }
  | { readonly reason: "stranger" | "duplicate"; readonly envelope: Envelope };

/** What a connection has counted so far. */
export interface ConnectionStats {
  /** Messages received. */
  readonly received: number;
  /** Messages handed to the carrier. */
  readonly sent: number;
  /** Messages disregarded, by why. */
  readonly malformed: number;
  readonly strangers: number;
  readonly duplicates: number;
  /** Openings that were finished at once, as too many waited to be taken. */
  readonly refused: number;
  /** Messages of channels whose reader had left, or was too slow before. */
  readonly dropped: number;
}
