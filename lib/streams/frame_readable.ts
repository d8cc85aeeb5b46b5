import type { AnyFrame } from "../frame/frame_family.ts";
import type { Ending } from "./ending.ts";

/** An ordinary stream of frames that knows its ending and can be iterated in every runtime. */
export interface FrameReadable<F extends AnyFrame> extends ReadableStream<F> {
  /** How the sequence ended. Fulfils exactly once and never rejects. */
  readonly ending: Promise<Ending<F>>;
  /** Reads the source directly. Leaving a `for await` early cancels the source, unless `preventCancel` is set. */
  values(options?: { preventCancel?: boolean }): AsyncIteratorObject<F, undefined>;
  [Symbol.asyncIterator](options?: { preventCancel?: boolean }): AsyncIteratorObject<F, undefined>;
}
