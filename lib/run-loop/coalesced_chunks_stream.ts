import { checkOption } from "../frame/check_option.ts";
import { indifferent } from "../streams/pair.ts";
import { Stage } from "../streams/stage.ts";
import type { CoalescedChunk, UsageTotal } from "./coalesced_chunk.ts";
import type { Fragment } from "./fragments.ts";
import { HeldChunks } from "./held_chunks.ts";
import type { RunLoopFrame } from "./run_loop_frame.ts";

/** Options of a {@link CoalescedChunksStream}. */
export interface CoalescedChunksOptions {
  /**
   * How much text may be held back, in UTF-16 code units (a log probability counts as 64, a tool call as 1024 and
   * its arguments). Past that, what is held is emitted as it is, and later fragments begin anew.
   * @default 16_777_216
   */
  readonly maxHeld?: number | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Puts the fragments of a run loop together as they stream in, by the rules of `coalesce`. Each chunk is emitted as soon
 * as it is whole: text when something else follows, a tool call when its response comes, and what is left at the end,
 * so calls that run side by side come in the order of their completion. Error frames pass.
 *
 * What was held when the loop was cut, or failed, is emitted before the error: nothing that arrived is lost.
 *
 * @example
 * ```ts
 * import { CoalescedChunksStream, type RunLoopFrame } from "channel-frames";
 *
 * const frames = new ReadableStream<RunLoopFrame>({
 *   start(controller) {
 *     controller.enqueue({ type: "chunk", chunk: { type: "assistant_text_content", text: "Hel" } });
 *     controller.enqueue({ type: "chunk", chunk: { type: "assistant_text_content", text: "lo" } });
 *     controller.close();
 *   },
 * });
 * const { value } = await frames.pipeThrough(new CoalescedChunksStream()).getReader().read();
 * console.assert(value?.type === "chunk" && "text" in value.chunk && value.chunk.text === "Hello");
 * ```
 */
export class CoalescedChunksStream<N = number> extends Stage<
  RunLoopFrame<N, Fragment<N>>,
  RunLoopFrame<N, CoalescedChunk<N>>
> {
  readonly #held: HeldChunks<N>;

  /** @throws {TypeError} for an option that has no sense. */
  constructor({ maxHeld = 16_777_216, signal }: CoalescedChunksOptions = {}) {
    checkOption("maxHeld", typeof maxHeld === "number" && maxHeld >= 0);
    const held = new HeldChunks<N>(maxHeld);
    type Emit = (frame: RunLoopFrame<N, CoalescedChunk<N>>) => void;
    const emitAll = (chunks: readonly CoalescedChunk<N>[], emit: Emit): void => {
      for (const chunk of chunks) emit({ type: "chunk", chunk });
    };
    super(
      {
        ...indifferent,
        take(frame, emit) {
          if (frame.type === "chunk") {
            emitAll(held.push(frame.chunk), emit);
          } else {
            emitAll(held.release(), emit);
            emit(frame);
          }
        },
        end(broke, emit) {
          emitAll(held.release(), emit);
          indifferent.end(broke);
        },
      },
      signal,
    );
    this.#held = held;
  }

  /** The sum of the usage chunks so far; `undefined` before the first. */
  get usage(): UsageTotal<N> | undefined {
    return this.#held.usage;
  }
}
