import { FrameAfterErrorError } from "../frame/frame_after_error_error.ts";
import { FrameError } from "../frame/frame_error.ts";
import type { AnyFrame, ErrorOf } from "../frame/frame_family.ts";
import { UnservedError } from "../frame/unserved_error.ts";
import type { Ending } from "./ending.ts";

/** Options of everything that reports an ending. */
export interface GuardOptions {
  /**
   * What the reader gets when the sequence is unserved: a rejection with `UnservedError`, or an ordinary end. The
   * ending says `unserved` in both cases.
   * @default "error"
   */
  readonly unserved?: "error" | "close" | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** How the readable side ends: closed, or errored with a reason. */
export type Outcome = { readonly close: true } | { readonly close: false; readonly reason: unknown };

/** A sequence of frames going by: counts the items, knows the error frame, and tells the ending. The first end wins. */
export class Sequence<F extends AnyFrame> {
  readonly ending: Promise<Ending<F>>;
  readonly #end: (ending: Ending<F>) => void;
  readonly #unserved: "error" | "close";
  #frames = 0;
  #error: AnyFrame | undefined;

  /** @throws {TypeError} for an option that has no sense. */
  constructor({ unserved = "error" }: GuardOptions = {}) {
    if (unserved !== "error" && unserved !== "close") {
      throw new TypeError('The option unserved must be "error" or "close"');
    }
    this.#unserved = unserved;
    let end = (_: Ending<F>): void => {};
    this.ending = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = end;
  }

  /** @throws {FrameAfterErrorError} when the error frame has gone by already. */
  pass(frame: F): void {
    if (this.#error !== undefined) throw new FrameAfterErrorError();
    if (frame.type === "error") this.#error = frame;
    else this.#frames++;
  }

  /** What a message that did not become a frame breaks the sequence with: that it came at all may be the graver fault. */
  reject(reason: unknown): unknown {
    return this.#error === undefined ? reason : new FrameAfterErrorError({ cause: reason });
  }

  /**
   * The carrier's finish.
   * @param skipped whether messages came that did not become frames; they count as service
   * @throws {UnservedError}
   */
  finish(skipped = false): void {
    if (this.#error !== undefined) {
      this.#fail(this.#error);
    } else if (this.#frames > 0 || skipped) {
      this.#end({ kind: "finished", frames: this.#frames });
    } else {
      const outcome = this.#unserve(new UnservedError());
      if (!outcome.close) throw outcome.reason;
    }
  }

  /** The carrier, an earlier stage or the stage itself broke off. */
  breakOff(reason: unknown): Outcome {
    if (reason instanceof FrameAfterErrorError) return this.#violate(reason);
    if (this.#error !== undefined) {
      // Of what came after the error frame, an earlier stage could not even make a frame.
      if (reason instanceof FrameError) return this.#violate(new FrameAfterErrorError({ cause: reason }));
      this.#fail(this.#error);
      return { close: true };
    }
    // An earlier guard has found it so.
    if (reason instanceof UnservedError && this.#frames === 0) return this.#unserve(reason);
    this.#end({ kind: "cut", frames: this.#frames, reason });
    return { close: false, reason };
  }

  /**
   * The reader walked away.
   * @param unread the frames that had gone by here, but had not reached it
   */
  cancel(reason: unknown, unread: readonly AnyFrame[]): void {
    const frames = this.#frames - unread.filter((frame) => frame.type !== "error").length;
    this.#end({ kind: "cancelled", frames, reason });
  }

  #unserve(reason: UnservedError): Outcome {
    this.#end({ kind: "unserved", frames: 0 });
    return this.#unserved === "close" ? { close: true } : { close: false, reason };
  }

  #violate(reason: FrameAfterErrorError): Outcome {
    this.#end({ kind: "violated", frames: this.#frames, reason });
    return { close: false, reason };
  }

  #fail({ type: _, ...rest }: AnyFrame): void {
    // An error frame holds its value under a name of its family's choice, mostly "error".
    const error = Object.hasOwn(rest, "error") ? Reflect.get(rest, "error") : Object.values(rest)[0];
    this.#end({ kind: "failed", frames: this.#frames, error: error as ErrorOf<F> });
  }
}
