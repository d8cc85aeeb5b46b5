import type { OutgoingMessage } from "../streams/outgoing_message.ts";
import { Stage } from "../streams/stage.ts";
import { TapeParser } from "./tape_parser.ts";
import type { TapeRecord } from "./tape_record.ts";

/** Options of a {@link TapeDecoderStream}. */
export interface TapeDecoderOptions {
  /**
   * The largest message in bytes. Beyond it the tape cannot be read further, which is a `TapeError`.
   * @default 67_108_864 (64 MiB)
   */
  readonly maxMessageBytes?: number | undefined;
  /** Ends the stage: the next read rejects with the signal's reason, and so is the source cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Bytes of a tape in, cut anywhere into chunks; records out, each as soon as it is complete. Records of a kind that is
 * not known are left out.
 *
 * | the bytes | readable |
 * | --- | --- |
 * | end with the record of the end | every record, then done |
 * | end without it, or in the middle of a record | every complete record, then rejects with a `CutError` |
 * | break off | every complete record, then rejects with the reason |
 * | are not a tape, or go on after the end | every record before, then rejects with a `TapeError` |
 *
 * That what was recorded was itself cut is not a failure of the tape: its end says so.
 *
 * @example
 * ```ts
 * import { TapeDecoderStream, TapeEncoderStream } from "channel-frames/tape";
 *
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(Uint8Array.of(0, 110, 117, 108, 108));
 *     controller.close();
 *   },
 * });
 * const tape = messages.pipeThrough(new TapeEncoderStream({ family: "notifications" }));
 * const reader = tape.pipeThrough(new TapeDecoderStream()).getReader();
 * const types: string[] = [];
 * for (let result = await reader.read(); !result.done; result = await reader.read()) types.push(result.value.type);
 * console.assert(types.join() === "header,message,end");
 * ```
 */
export class TapeDecoderStream extends Stage<OutgoingMessage, TapeRecord> {
  /** @throws {TypeError} for an option that has no sense. */
  constructor({ maxMessageBytes, signal }: TapeDecoderOptions = {}) {
    const parser = new TapeParser(maxMessageBytes);
    super(
      {
        take(chunk, emit) {
          parser.push(chunk);
          for (let record = parser.next(); record; record = parser.next()) emit(record);
        },
        end(broke) {
          if (broke) throw broke.reason;
          parser.end();
        },
        cancel() {},
      },
      signal,
    );
  }
}
