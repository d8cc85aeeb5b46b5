import { ChannelError } from "../frame/channel_error.ts";
import { FrameAfterErrorError } from "../frame/frame_after_error_error.ts";
import type { AnyFrame, ErrorOf } from "../frame/frame_family.ts";
import { UnservedError } from "../frame/unserved_error.ts";
import type { Ending } from "./ending.ts";
import type { Break } from "./pair.ts";

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
  /** `messages` is how many came, if no frames became of them. */
  end(broke: Break | undefined, emit: unknown, messages?: number): void;
  cancel(reason: unknown, unread: number): void;
}

/** @throws {TypeError} for an option that has no sense. */
export function startSequence<F extends AnyFrame>({ unserved = "error" }: GuardOptions = {}): Sequence<F> {
  // Not by checkOption, which would cost a bundle of the guard alone.
  if (unserved !== "error" && unserved !== "close") throw new TypeError("Invalid option: unserved");
  let frames = 0;
  let error: AnyFrame | undefined;
  let tell: (ending: Ending<F>) => void;

  return {
    ending: new Promise((resolve) => {
      tell = resolve;
    }),
    take(frame, emit) {
      // Messages by mistake would all count as items, and an error among them for none.
      if (!frame?.type) throw new TypeError("Invalid frame");
      if (error) throw new FrameAfterErrorError();
      if (frame.type === "error") error = frame;
      else frames++;
      emit(frame);
    },
    end(broke, _emit, messages) {
      const reason = broke?.reason;
      if (error) {
        // A stage of ours fails by what came, unless it was cut. So something came after the error frame.
        if (broke?.own || (reason instanceof ChannelError && reason.code !== "cut")) {
          const fault = reason instanceof FrameAfterErrorError ? reason : new FrameAfterErrorError({ cause: reason });
          tell({ kind: "violated", frames, reason: fault });
          throw fault;
        }
        // Beside its type an error frame holds its value, under a name of its family's choice.
        const { type: _, ...rest } = error;
        tell({ kind: "failed", frames, error: Object.values(rest)[0] as ErrorOf<F> });
      } else if (broke) {
        tell({ kind: "cut", frames, reason });
        throw reason;
      } else if (messages || frames) {
        tell({ kind: "finished", frames });
      } else {
        tell({ kind: "unserved", frames: 0 });
        if (unserved === "error") throw new UnservedError();
      }
    },
    cancel(reason, unread) {
      // With an error frame it is that which was not read: what came before it was.
      tell({ kind: "cancelled", frames: frames - (error ? 0 : unread), reason });
    },
  };
}
