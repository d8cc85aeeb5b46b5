import type { Deferred } from "../streams/deferred.ts";
import { type DirectWrite, directWriteOf } from "../streams/direct_write.ts";
import { Fifo } from "../streams/fifo.ts";
import { asCut } from "./as_cut.ts";
import { encodeEnvelope, encodeEnvelopeInto } from "./encode_envelope.ts";
import type { Envelope } from "./envelope.ts";
import { Slab } from "./slab.ts";

function nothing(): void {}

/** A message that waits for its turn. Not by `defer`, as there may be one for each channel at any time. */
class Waiting implements Deferred<void> {
  readonly envelope: Envelope;
  readonly promise: Promise<void>;
  resolve: () => void = nothing;
  reject: (reason: unknown) => void = nothing;

  constructor(envelope: Envelope) {
    this.envelope = envelope;
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/**
 * What all channels of a connection send through. While the carrier cannot take more, messages wait here, in the order
 * in which they came, and not yet copied for the wire. A channel has at most one message waiting, since it writes the next
 * when this one is gone: so the queue is bounded by the number of channels, and they take turns.
 */
export class Outbox {
  /** Messages handed to the carrier. */
  sent = 0;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #write: DirectWrite;
  readonly #encode: (envelope: Envelope) => Uint8Array<ArrayBuffer>;
  readonly #queue: Fifo<Waiting> = new Fifo();
  #isBusy = false; // the carrier said to wait
  #emptied: () => void = nothing;
  #failure: { readonly reason: unknown } | undefined;

  constructor(writable: WritableStream<Uint8Array<ArrayBuffer>>) {
    const writer = writable.getWriter();
    this.#writer = writer;
    // What the user wrote before must not be overtaken.
    const direct = writer.desiredSize === 1 ? directWriteOf(writable) : undefined;
    this.#write = direct ?? ((message) => writeInto(writer, message));
    this.#encode = direct ? encodeTogether() : encodeEnvelope;
    writer.closed.catch((reason) => this.fail(reason));
  }

  /**
   * @returns its turn, if the message has to wait for it
   * @throws what the connection ended with
   */
  send(envelope: Envelope): Deferred<void> | undefined {
    if (this.#failure) throw asCut(this.#failure.reason);
    if (!this.#isBusy) {
      this.#put(envelope);
      return undefined;
    }
    const waiting = new Waiting(envelope);
    this.#queue.push(waiting);
    return waiting;
  }

  /** Sends what waits, and then closes the carrier. */
  async close(): Promise<void> {
    if (this.#queue.length > 0) {
      await new Promise<void>((resolve) => {
        this.#emptied = resolve;
      });
    }
    try {
      await this.#writer.close();
    } catch {
      // A writer that had broken says only that it had; what broke it, its `closed` tells.
      await this.#writer.closed;
    }
  }

  abort(reason: unknown): Promise<void> {
    this.fail(reason);
    return this.#writer.abort(reason);
  }

  /** Everything that waits, and whatever comes, fails. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    for (let waiting = this.#queue.shift(); waiting; waiting = this.#queue.shift()) waiting.reject(asCut(reason));
    this.#emptied();
  }

  #put(envelope: Envelope): void {
    let busy: Promise<void> | undefined;
    try {
      busy = this.#write(this.#encode(envelope));
    } catch (reason) {
      this.fail(reason);
      throw asCut(reason);
    }
    this.sent++;
    if (!busy) return;
    this.#isBusy = true;
    // That it failed is told by the writer's `closed`.
    busy.then(this.#flush, () => {});
  }

  readonly #flush = (): void => {
    this.#isBusy = false;
    while (!this.#isBusy) {
      const waiting = this.#queue.shift();
      if (!waiting) break;
      try {
        this.#put(waiting.envelope);
        waiting.resolve();
      } catch (reason) {
        waiting.reject(reason);
      }
    }
    if (this.#queue.length === 0) this.#emptied();
  };
}

/** For a carrier of ours, which neither writes to a message nor hands its buffer on. */
function encodeTogether(): (envelope: Envelope) => Uint8Array<ArrayBuffer> {
  const slab = new Slab();
  return (envelope) => encodeEnvelopeInto(envelope, slab.take);
}

function writeInto(
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
  message: Uint8Array<ArrayBuffer>,
): Promise<void> | undefined {
  writer.write(message).catch(() => {});
  return (writer.desiredSize ?? 0) > 0 ? undefined : writer.ready;
}
