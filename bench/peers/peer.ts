import type { Case } from "../measure.ts";

/** Another way to bring typed values over a stream of bytes. */
export interface Peer {
  readonly name: string;
  /** Reads messages with these values, in its own format; each in a chunk of its own. */
  over(values: readonly object[]): Case;
}
