import { CutError } from "../frame/cut_error.ts";
import { type Deferred, defer } from "../streams/deferred.ts";
import { failureOf } from "./ending_of.ts";
import type { RecordSource } from "./record_source.ts";
import type { Replay } from "./replay.ts";
import type { ReplayPart } from "./replay_part.ts";
import { TapeError } from "./tape_error.ts";
import type { TapeEnd, TapeHeader, TapeMessage, TapeRecord } from "./tape_record.ts";

/** The stream that `replay` returns. It reads only to answer a read, so that an error finds no message in its queue. */
export class ReplayStream extends ReadableStream<Uint8Array> implements Replay {
  readonly #header: Deferred<TapeHeader>;
  readonly #askHeader: () => void;

  constructor(source: RecordSource, part: ReplayPart, signal: AbortSignal | undefined) {
    const header = defer<TapeHeader>();
    header.promise.catch(() => {});
    let its: ReadableStreamDefaultController<Uint8Array>;
    let isOver = false;
    let hasHeader = false;
    let filling: Promise<void> | undefined;

    /** The end of the replay, whatever it is by. */
    const end = (act: () => void, reason?: unknown): void => {
      if (isOver) return;
      isOver = true;
      signal?.removeEventListener("abort", abandon);
      part.stop();
      header.reject(reason);
      act();
    };

    const giveUp = (reason: unknown): void => {
      end(() => its.error(reason), reason);
      // A source whose cancel() fails has its own ways to say so.
      source.cancel(reason).catch(() => {});
    };
    const abandon = (): void => giveUp(signal?.reason);
    const fail = (reason: unknown): void => giveUp(asReason(reason));

    const fill = (): Promise<void> => {
      filling ??= source.fill().finally(() => {
        filling = undefined;
      });
      return filling;
    };

    const deliver = (record: TapeMessage | TapeEnd): true => {
      if (isOver) return true;
      if (record.type === "message") {
        its.enqueue(record.message);
        return true;
      }
      const failure = failureOf(record.ending);
      if (failure) throw failure;
      end(() => its.close());
      source.finish().catch(() => {});
      return true;
    };

    /** @returns whether a read is answered by the record; a promise if that takes time */
    const play = (record: TapeRecord): boolean | Promise<boolean> => {
      if (record.type === "header") {
        hasHeader = true;
        header.resolve(record);
        return false;
      }
      if (!part.includes(record)) return false;
      const wait = part.untilDue();
      return wait ? wait.then(() => deliver(record)) : deliver(record);
    };

    const playUntil = async (isEnough: (played: boolean) => boolean): Promise<void> => {
      try {
        for (let played = false; !isOver && !isEnough(played); ) {
          const record = source.take();
          if (!record) await fill();
          const answer = record !== undefined && play(record);
          played = typeof answer === "boolean" ? answer : await answer;
        }
      } catch (reason) {
        fail(reason);
      }
    };

    super(
      {
        start(controller) {
          its = controller;
        },
        // With no room in the queue, a pull is a read that waits.
        pull: () => playUntil((played) => played),
        cancel(reason) {
          end(() => {}, reason);
          return source.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
    this.#header = header;
    this.#askHeader = () => playUntil(() => hasHeader);
    if (signal?.aborted) abandon();
    else signal?.addEventListener("abort", abandon);
  }

  get header(): Promise<TapeHeader> {
    this.#askHeader();
    return this.#header.promise;
  }
}

/** What a tape breaks off with is a cut; that it is none is another thing. */
function asReason(reason: unknown): unknown {
  return reason instanceof CutError || reason instanceof TapeError ? reason : new CutError({ cause: reason });
}
