import type { IntegerMode } from "./json_value.ts";
import type { Limits } from "./limits.ts";

/** What all frames have. The error frame of every family, and only that, has the type `"error"`. */
export interface AnyFrame {
  readonly type: string;
}

/**
 * What tag 0 and tag 1 of one exchange hold. Made by {@link defineFamily}; `notificationFrames`, `runLoopFrames` and
 * `rawFrames` are ready.
 *
 * @typeParam F its frames
 * @typeParam W its frames under `integers: "bigint"`
 */
export interface FrameFamily<F extends AnyFrame, W extends AnyFrame = F> {
  /** For the stages; use `decodeFrame`. @throws {FrameError} */
  decode(message: Uint8Array, limits: Limits, index: number): F;
  /** For the stages; use `encodeFrame`. @throws {FrameEncodeError} */
  encode(frame: F | W, limits: Limits): Uint8Array<ArrayBuffer>;
  /** Never there: it carries the type of the frames under `integers: "bigint"`. */
  readonly wide?: W;
}

/** The frames of a family with frames `F`, or `W` under `integers: "bigint"`. */
export type FrameOf<F extends AnyFrame, W extends AnyFrame, M extends IntegerMode> = M extends "bigint" ? W : F;

/** The value of the error frame among `F`: what it holds beside its type. Unknown where the frames are any. */
export type ErrorOf<F extends AnyFrame> = F extends { readonly type: infer T }
  ? string extends T
    ? unknown
    : "error" extends T
      ? Omit<F, "type">[keyof Omit<F, "type">]
      : never
  : never;
