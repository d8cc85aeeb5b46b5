import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";
import type { Break } from "../streams/pair.ts";
import { Stage } from "../streams/stage.ts";
import { encodeRecord } from "./encode_record.ts";
import { endingOf } from "./ending_of.ts";
import { TapeClock } from "./tape_clock.ts";
import { directionOf, encodeHeader, type TapeOptions } from "./tape_options.ts";
import type { TapeRecord } from "./tape_record.ts";

/** Options of a {@link TapeEncoderStream}. All but `append` and `signal` are for messages, of which it makes records. */
export interface TapeEncoderOptions extends TapeOptions {
  /**
   * Whether the records continue a tape that has no end yet, and so need no header.
   * @default false
   */
  readonly append?: boolean | undefined;
}

type Emit = (bytes: Uint8Array<ArrayBuffer>) => void;

/**
 * Messages or records in, the bytes of a tape out; each record is one chunk.
 *
 * Of messages a whole tape is made: its header from the options, the time of each by the clock, and at last how they
 * ended. A break is written, too, and then closes the readable, so that all of it arrives. That is also how messages
 * cross a carrier that keeps no boundaries.
 *
 * Records, of which the first is a header, are written as they are, and nothing is added: without the record of an end
 * it is the tape of something that was cut. A break errors the readable.
 *
 * What comes first decides which of the two it is. If nothing comes, it is the tape of no messages; a break before
 * anything came is written, and errors the readable as well.
 *
 * @example A file, a pipe or a socket of TCP instead of `carrier`
 * ```ts
 * import { NotificationGuardedDecoderStream } from "channel-frames";
 * import { replay, TapeEncoderStream } from "channel-frames/tape";
 *
 * const carrier = new TransformStream<Uint8Array, Uint8Array>();
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(new TextEncoder().encode('\0{"method":"notifications/tools/list_changed"}'));
 *     controller.close();
 *   },
 * });
 * const sent = messages.pipeThrough(new TapeEncoderStream()).pipeTo(carrier.writable);
 *
 * const guard = new NotificationGuardedDecoderStream();
 * const reader = replay(carrier.readable).pipeThrough(guard).getReader();
 * console.assert((await reader.read()).value?.type === "notification");
 * console.assert((await reader.read()).done && (await guard.ending).kind === "finished");
 * await sent;
 * ```
 */
export class TapeEncoderStream extends Stage<TapeRecord | OutgoingMessage, Uint8Array<ArrayBuffer>> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor(options: TapeEncoderOptions = {}) {
    const { append = false, signal } = options;
    const direction = directionOf(options);
    const clock = new TapeClock(options.clock);
    const header = encodeHeader(options, clock);
    let contents: "records" | "messages" | undefined;
    let isEnded = false;

    const elapsed = (): number => clock.lap() / 1000;

    const takeRecord = (record: TapeRecord, emit: Emit): void => {
      if (contents === "messages") throw new TypeError("A tape is made of messages or of records, not of both");
      const isFirst = contents === undefined && !append;
      if (isFirst !== (record.type === "header"))
        throw new TypeError("A tape begins with its header, and has only one");
      if (isEnded) throw new TypeError("Nothing comes after the end of a tape");
      contents = "records";
      emit(encodeRecord(record));
      isEnded = record.type === "end";
    };

    const takeMessage = (message: OutgoingMessage, emit: Emit): void => {
      if (contents === "records" || append)
        throw new TypeError("A tape is made of messages or of records, not of both");
      const bytes = outgoingBytes(message);
      if (contents === undefined) emit(header);
      contents = "messages";
      emit(encodeRecord({ type: "message", elapsed: elapsed(), direction, message: bytes }));
    };

    const end = (broke: Break | undefined, emit: Emit): void => {
      const isWhole = contents !== "records" && !append && !broke?.own;
      if (isWhole) {
        if (contents === undefined) emit(header);
        emit(encodeRecord({ type: "end", elapsed: elapsed(), ending: endingOf(broke) }));
      }
      // The tape of what broke off is complete: it says so itself, and must arrive. Unless it were to be records.
      if (broke && (!isWhole || contents === undefined)) throw broke.reason;
    };

    const take = (chunk: TapeRecord | OutgoingMessage, emit: Emit): void => {
      if (isRecord(chunk)) takeRecord(chunk, emit);
      else takeMessage(chunk, emit);
    };

    super({ take, end, cancel() {} }, signal);
  }
}

function isRecord(chunk: TapeRecord | OutgoingMessage): chunk is TapeRecord {
  return typeof chunk === "object" && chunk !== null && "type" in chunk;
}
