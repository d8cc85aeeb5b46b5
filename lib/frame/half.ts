import type { AnyFrame } from "./frame_family.ts";
import type { Limits } from "./limits.ts";

/** What one of the two tags of a family holds. */
export interface Half {
  /** The `type` of its frames. */
  readonly type: string;
  /** The member of its frames that holds the value. */
  readonly key: string;
  /** @throws {FrameError} */
  decode(message: Uint8Array, limits: Limits, index: number): AnyFrame;
  /** @throws {FrameEncodeError} */
  encode(value: unknown, limits: Limits): Uint8Array<ArrayBuffer>;
}
