import { ChannelError } from "../frame/channel_error.ts";
import { FrameAfterErrorError } from "../frame/frame_after_error_error.ts";
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

/**
 * A sequence of frames going by: counts the items, knows the error frame, and tells the ending. The first end wins. It
 * is the operator of a stage that passes frames, and part of those that make them.
 */
export interface Sequence<F extends AnyFrame> {
  readonly ending: Promise<Ending<F>>;
  take(frame: F, emit: (frame: F) => void): void;
  /** `served` says whether messages came, if no frames became of them. */
  finish(emit: unknown, served?: boolean): void;
  breakOff(reason: unknown, own: boolean): void;
  cancel(reason: unknown, unread: number): void;
}

/** @throws {TypeError} for an option that has no sense. */
export function startSequence<F extends AnyFrame>({ unserved = "error" }: GuardOptions = {}): Sequence<F> {
  // Not by checkOption, which would cost a bundle of the guard alone.
  if (unserved !== "error" && unserved !== "close") throw new TypeError("Invalid option: unserved");
  let frames = 0;
  let error: AnyFrame | undefined;
  let end: (ending: Ending<F>) => void;

  const fail = ({ type: _, error: value, ...rest }: AnyFrame & { error?: unknown }): void => {
    // An error frame holds its value under a name of its family's choice, mostly "error". No JSON value is undefined.
    end({ kind: "failed", frames, error: (value === undefined ? Object.values(rest)[0] : value) as ErrorOf<F> });
  };

  const unserve = (reason: UnservedError): void => {
    end({ kind: "unserved", frames: 0 });
    if (unserved === "error") throw reason;
  };

  const endBroken = (ending: Extract<Ending<F>, { readonly kind: "cut" | "violated" }>): never => {
    end(ending);
    throw ending.reason;
  };

  return {
    ending: new Promise((resolve) => {
      end = resolve;
    }),
    take(frame, emit) {
      // Messages by mistake would all count as items, and an error among them for none.
      if (!frame?.type) throw new TypeError("Not a frame");
      if (error) throw new FrameAfterErrorError();
      if (frame.type === "error") error = frame;
      else frames++;
      emit(frame);
    },
    finish(_emit, served) {
      if (error) fail(error);
      else if (served || frames) end({ kind: "finished", frames });
      else unserve(new UnservedError());
    },
    breakOff(reason, own) {
      if (!error) {
        // An earlier guard may have found it unserved.
        if (!frames && reason instanceof UnservedError) unserve(reason);
        else endBroken({ kind: "cut", frames, reason });
      } else if (own || (reason instanceof ChannelError && reason.code !== "cut")) {
        // A stage of ours fails by what came, unless it was cut. So something came after the error frame.
        const broken = reason instanceof FrameAfterErrorError ? reason : new FrameAfterErrorError({ cause: reason });
        endBroken({ kind: "violated", frames, reason: broken });
      } else {
        fail(error);
      }
    },
    cancel(reason, unread) {
      // After the error frame that is itself what was not read: the one before it had to be.
      end({ kind: "cancelled", frames: frames - (error ? 0 : unread), reason });
    },
  };
}
