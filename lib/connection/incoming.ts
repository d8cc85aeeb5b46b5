import { CutError } from "../frame/cut_error.ts";
import { Inbox } from "../streams/inbox.ts";
import type { Flow, Holder, Stall } from "./flow.ts";
import type { ConnectionSettings } from "./options.ts";

/** What comes on one channel, or in answer to the request of a scope, with a queue that has bounds. */
export class Incoming implements Holder {
  readonly #inbox: Inbox;
  readonly #settings: ConnectionSettings;
  readonly #flow: Flow;
  readonly #scope: number;
  readonly #channel: number | undefined;

  constructor(settings: ConnectionSettings, flow: Flow, scope: number, channel?: number) {
    this.#settings = settings;
    this.#flow = flow;
    this.#scope = scope;
    this.#channel = channel;
    const free = (): void => {
      if (!this.#isFull()) flow.release(this);
    };
    this.#inbox = new Inbox({ taken: free, cancelled: free });
  }

  get readable(): ReadableStream<Uint8Array> {
    return this.#inbox.readable;
  }

  /** @returns whether it is dropped: the reader has left, or was too slow before */
  push(message: Uint8Array): boolean {
    const inbox = this.#inbox;
    if (inbox.ended) return false;
    const { whenFull, maxQueuedBytes } = this.#settings;
    if (
      whenFull === "cut" &&
      (this.#isFull() || (inbox.length > 0 && inbox.bytes + message.byteLength > maxQueuedBytes))
    ) {
      inbox.fail(new CutError({ by: "overrun" }));
      return false;
    }
    inbox.push(message);
    if (whenFull === "pause" && this.#isFull()) this.#flow.hold(this);
    return true;
  }

  close(): void {
    this.#inbox.close();
    // What it holds is all that it will ever hold.
    this.#flow.release(this);
  }

  fail(reason: unknown): void {
    this.#inbox.fail(reason);
    this.#flow.release(this);
  }

  describe(): Stall {
    const { length, bytes } = this.#inbox;
    return { scope: this.#scope, channel: this.#channel, waiting: "messages", length, bytes };
  }

  #isFull(): boolean {
    const { maxQueuedBytes, maxQueuedMessages } = this.#settings;
    return this.#inbox.length >= maxQueuedMessages || this.#inbox.bytes >= maxQueuedBytes;
  }
}
