import { checkOption } from "../frame/check_option.ts";
import type { OutgoingMessage } from "../streams/outgoing_message.ts";
import { directions } from "./message_record.ts";
import { RecordSource } from "./record_source.ts";
import { ReplayPart } from "./replay_part.ts";
import { ReplayStream } from "./replay_stream.ts";
import type { TapeDirection, TapeHeader } from "./tape_record.ts";

/** Options of {@link replay}. */
export interface ReplayOptions {
  /**
   * How fast, from the first read on: 1 keeps the original timing, 10 is ten times as fast, `Infinity` as fast as it is
   * read. A message is never early; a reader that is late gets at once what is due.
   * @default Infinity
   */
  readonly speed?: number | undefined;
  /**
   * Leaves out what came before this time, and the waiting, too; in milliseconds since the start of the tape.
   * @default 0
   */
  readonly from?: number | undefined;
  /**
   * Stops after this time, in milliseconds since the start of the tape: what came later is left out. As the original
   * went on, the replay then errors with a `CutError` that says `by: "local"`.
   * @default Infinity
   */
  readonly until?: number | undefined;
  /** Leaves out the messages of the other direction. By default all are given, as they were recorded. */
  readonly direction?: TapeDirection | undefined;
  /**
   * What becomes of a place where messages were not recorded. `"cut"`: the replay errors there with a `CutError` that
   * says `by: "overrun"`. `"skip"`: it goes on, as if nothing were missing.
   * @default "cut"
   */
  readonly gaps?: "cut" | "skip" | undefined;
  /**
   * The largest message in bytes. Beyond it the tape cannot be read further, which is a `TapeError`.
   * @default 67_108_864 (64 MiB)
   */
  readonly maxMessageBytes?: number | undefined;
  /** Ends the replay: the next read rejects with the signal's reason, and the tape is cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** The messages of a tape. */
export interface Replay extends ReadableStream<Uint8Array> {
  /**
   * The header. To ask for it begins to read the tape. Rejects for what is no tape, or ends before; nothing happens if
   * that is not handled.
   */
  readonly header: Promise<TapeHeader>;
}

/**
 * The messages of a tape, in their order, each in memory of its own, with the timing of the original or faster. It ends
 * as the original ended:
 *
 * | the tape says | the replay |
 * | --- | --- |
 * | `finish` | closes; without a message, a guard behind it finds that it is unserved |
 * | `cut` | errors with an equal `CutError` |
 * | `cancelled` | errors with a `CutError` by `"local"`: more might have come |
 * | nothing, as it stops before its end | errors with a `CutError` by `"carrier"`; so it does if its source breaks off |
 * | what is no tape | errors with a `TapeError` |
 *
 * All of that happens after every message before it was read. The tape is read as the replay is, and no further than
 * its end.
 *
 * @param tape its bytes, in chunks of any size; it is locked from here on
 * @throws {TypeError} for an option that has no sense, or a tape that is locked
 *
 * @example
 * ```ts
 * import { NotificationGuardedDecoderStream } from "channel-frames";
 * import { replay, TapeEncoderStream } from "channel-frames/tape";
 *
 * const message = new TextEncoder().encode('\0{"method":"notifications/tools/list_changed"}');
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(message);
 *     controller.close();
 *   },
 * });
 * const tape = messages.pipeThrough(new TapeEncoderStream({ family: "notifications" })); // or that of a file
 *
 * const again = replay(tape, { speed: 10 });
 * console.assert((await again.header).family === "notifications");
 * const decoder = new NotificationGuardedDecoderStream();
 * await again.pipeThrough(decoder).pipeTo(new WritableStream());
 * console.assert((await decoder.ending).kind === "finished");
 * ```
 */
export function replay(tape: ReadableStream<OutgoingMessage>, options: ReplayOptions = {}): Replay {
  const { speed = Number.POSITIVE_INFINITY, from = 0, until = Number.POSITIVE_INFINITY, gaps = "cut" } = options;
  const { direction, maxMessageBytes, signal } = options;
  checkOption("speed", typeof speed === "number" && speed > 0);
  checkOption("from", typeof from === "number" && from >= 0);
  checkOption("until", typeof until === "number" && until >= from);
  checkOption("gaps", gaps === "cut" || gaps === "skip");
  checkOption("direction", direction === undefined || directions.includes(direction));
  const source = new RecordSource(tape, maxMessageBytes);
  const part = new ReplayPart({ speed, from: from * 1000, until: until * 1000, gaps, direction });
  return new ReplayStream(source, part, signal);
}
