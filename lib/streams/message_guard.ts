import { ERROR_TAG } from "../frame/message.ts";
import type { RawFrame } from "../frame/raw_frames.ts";
import { readTag } from "../frame/read_tag.ts";
import { createDecoder, type DecoderInput, type DecoderOptions } from "./decoder.ts";
import type { Ending } from "./ending.ts";
import { type GuardOptions, startSequence } from "./sequence.ts";
import { Stage } from "./stage.ts";

/** Options of a {@link MessageGuard}. */
export interface MessageGuardOptions extends GuardOptions, Pick<DecoderOptions, "maxMessageBytes" | "onMalformed"> {}

/** Any item: nothing but their number counts. */
const item: RawFrame = { type: "item", body: /* @__PURE__ */ new Uint8Array() };

function nothing(): void {}

/**
 * A `TerminalGuard` for relays: messages in, the very same messages out, and how the sequence ended. It reads nothing
 * but the tag byte, copies nothing, and knows no family. Text messages are left out.
 *
 * An empty message and one with an unknown tag are malformed: see `onMalformed`.
 *
 * @example
 * ```ts
 * import { MessageGuard } from "channel-frames";
 *
 * const messages = new ReadableStream<Uint8Array>({
 *   start(controller) {
 *     controller.enqueue(Uint8Array.of(0, 1, 2));
 *     controller.close();
 *   },
 * });
 * const guard = new MessageGuard();
 * const sent: Uint8Array[] = [];
 * await messages.pipeThrough(guard).pipeTo(new WritableStream({ write: (message) => void sent.push(message) }));
 * console.assert(sent.length === 1 && (await guard.ending).kind === "finished");
 * ```
 */
export class MessageGuard extends Stage<DecoderInput, Uint8Array> {
  /** How the sequence ended; the error of `failed` is the body of the error message. Fulfils exactly once. */
  readonly ending: Promise<Ending<RawFrame>>;

  /** @throws {TypeError} for an option that has no sense. */
  constructor(options?: MessageGuardOptions) {
    const sequence = startSequence<RawFrame>(options);
    let message: Uint8Array; // the last that was looked at
    const decoder = createDecoder<RawFrame, RawFrame, "number">(
      {
        decode(bytes, limits, index) {
          message = bytes;
          return readTag(bytes, limits, index) === ERROR_TAG ? { type: "error", body: bytes.subarray(1) } : item;
        },
      },
      options,
    );
    super(
      {
        ...sequence,
        take(chunk, emit) {
          const frame = decoder.decode(chunk);
          if (!frame) return;
          sequence.take(frame, nothing);
          emit(message);
        },
        end: (broke, emit) => sequence.end(broke, emit, decoder.count()),
      },
      options?.signal,
    );
    this.ending = sequence.ending;
  }
}
