import { toBytes } from "../frame/bytes.ts";
import { checkOption } from "../frame/check_option.ts";
import { type Deferred, defer } from "../streams/deferred.ts";
import { encodeRecord } from "./encode_record.ts";
import { messageRecordSize, writeMessageRecord } from "./message_record.ts";
import { TapeClock } from "./tape_clock.ts";
import { directionOf, encodeHeader } from "./tape_options.ts";
import { TapeQueue } from "./tape_queue.ts";
import type { TapeDirection, TapeEnding } from "./tape_record.ts";
import type { TapeRecorderOptions } from "./tape_recorder_options.ts";

/** Records messages on a tape. Nothing that goes wrong with the tape is thrown: it is the tape that errors. */
export class TapeDeck {
  readonly #queue: TapeQueue;
  readonly #clock: TapeClock;
  readonly #direction: TapeDirection;
  readonly #maxQueuedBytes: number;
  readonly #isPatient: boolean;
  #isStopped = false;
  #room: Deferred<void> | undefined;
  #dropped = 0;
  #droppedBytes = 0;

  /** @throws {TypeError} for an option that has no sense */
  constructor(options: TapeRecorderOptions) {
    const { whenSlow = "drop-tape", maxQueuedBytes = 16_777_216 } = options;
    checkOption("whenSlow", whenSlow === "drop-tape" || whenSlow === "wait");
    checkOption("maxQueuedBytes", Number.isSafeInteger(maxQueuedBytes) && maxQueuedBytes >= 0);
    this.#maxQueuedBytes = maxQueuedBytes;
    this.#isPatient = whenSlow === "wait";
    this.#direction = directionOf(options);
    this.#clock = new TapeClock(options.clock);
    this.#queue = new TapeQueue({ taken: () => this.#freed(), cancelled: () => this.#stop() }, maxQueuedBytes);
    this.#put(encodeHeader(options, this.#clock));
  }

  get tape(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#queue.readable;
  }

  /** Records a message. What is none is not recorded. */
  record(chunk: unknown): void {
    if (this.#isStopped || typeof chunk === "string") return;
    const message = toBytes(chunk);
    if (!message) return;
    try {
      this.#recordMessage(message);
    } catch (reason) {
      this.#fail(reason);
    }
  }

  /** Records the ending. The first one counts. */
  end(ending: TapeEnding): void {
    if (this.#isStopped) return;
    try {
      this.#tellDropped();
      this.#put(encodeRecord({ type: "end", elapsed: this.#clock.lap() / 1000, ending }));
    } catch (reason) {
      this.#fail(reason);
    }
    this.#stop();
    this.#queue.close();
  }

  /** What to wait for before the next message; `undefined` if the tape has room. */
  untilRoom(): Promise<void> | undefined {
    const { bytes } = this.#queue;
    if (this.#isStopped || bytes === 0 || bytes < this.#maxQueuedBytes) return undefined;
    this.#room ??= defer();
    return this.#room.promise;
  }

  #recordMessage(message: Uint8Array): void {
    const { bytes } = this.#queue;
    if (!this.#isPatient && bytes > 0 && bytes + message.byteLength > this.#maxQueuedBytes) {
      this.#dropped++;
      this.#droppedBytes += message.byteLength;
      return;
    }
    this.#tellDropped();
    const micros = this.#clock.lap();
    const size = messageRecordSize(micros, message);
    // The gap may have come before it.
    writeMessageRecord(this.#queue.reserve(size), this.#queue.bytes, micros, this.#direction, message);
    this.#queue.commit(size);
  }

  #tellDropped(): void {
    if (this.#dropped === 0) return;
    const [messages, bytes] = [this.#dropped, this.#droppedBytes];
    this.#dropped = 0;
    this.#droppedBytes = 0;
    this.#put(encodeRecord({ type: "dropped", elapsed: this.#clock.lap() / 1000, messages, bytes }));
  }

  #put(bytes: Uint8Array): void {
    this.#queue.reserve(bytes.byteLength).set(bytes, this.#queue.bytes);
    this.#queue.commit(bytes.byteLength);
  }

  #fail(reason: unknown): void {
    this.#stop();
    this.#queue.fail(reason);
  }

  #stop(): void {
    this.#isStopped = true;
    this.#freed();
  }

  #freed(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }
}
