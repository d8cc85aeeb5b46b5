import type { OutgoingMessage } from "../streams/outgoing_message.ts";
import { Stage } from "../streams/stage.ts";
import { cancelledBy, endingOf } from "./ending_of.ts";
import { paced } from "./paced.ts";
import { TapeDeck } from "./tape_deck.ts";
import type { TapeRecorderOptions } from "./tape_recorder_options.ts";

/**
 * Passes messages on as they are, and records them: each with its time, and at last how they ended. It copies a message
 * to the tape at the moment when it hands it on, and holds none back.
 *
 * The ending on the tape is what happened to the stage: it was closed (`finish`), aborted (`cut`), or its reader left
 * (`cancelled`). A tape that fails, or whose reader leaves, does nothing to what it records. For the stream of a WebSocket
 * or of a connection's channel {@link record} does the same without a stage.
 *
 * Text messages, and chunks that are no messages, pass by and are not recorded.
 *
 * @typeParam T what passes; inferred from the stream before it in `pipeThrough`
 *
 * @example
 * ```ts
 * import { readFrames, rawFrames } from "channel-frames";
 * import { replay, TapeRecorder } from "channel-frames/tape";
 *
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(Uint8Array.of(0, 1, 2));
 *     controller.close();
 *   },
 * });
 * const recorder = new TapeRecorder({ family: "raw", metadata: { host: "example.org" } });
 * for await (const frame of readFrames(messages.pipeThrough(recorder), rawFrames)) console.assert(frame.type === "item");
 *
 * // For a file: recorder.tape.pipeTo(Writable.toWeb(createWriteStream("channel.tape")))
 * const again = replay(recorder.tape);
 * console.assert((await again.header).family === "raw");
 * console.assert((await again.getReader().read()).value?.join() === "0,1,2");
 * ```
 */
export class TapeRecorder<T extends OutgoingMessage = Uint8Array> extends Stage<T, T> {
  /**
   * The tape, from its header on: each chunk is one or more whole records, so that whoever has written a chunk has a
   * tape that can be read. A record comes within a few milliseconds, together with those that came meanwhile. It closes
   * after the record of the end.
   */
  readonly tape: ReadableStream<Uint8Array<ArrayBuffer>>;

  /** @throws {TypeError} for an option that has no sense, or metadata that a tape cannot hold. */
  constructor(options: TapeRecorderOptions = {}) {
    const deck = new TapeDeck(options);
    super(
      {
        take(message, emit) {
          deck.record(message);
          emit(message);
        },
        end(broke) {
          deck.end(endingOf(broke));
          if (broke) throw broke.reason;
        },
        cancel: (reason) => deck.end(cancelledBy(reason)),
      },
      options.signal,
    );
    if (options.whenSlow === "wait") {
      const value = paced(this.readable, () => deck.untilRoom());
      Object.defineProperty(this, "readable", { value, enumerable: true });
    }
    this.tape = deck.tape;
  }
}
