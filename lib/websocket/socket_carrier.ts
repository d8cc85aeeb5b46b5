import { CutError } from "../frame/cut_error.ts";
import { Inbox } from "../streams/inbox.ts";
import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";
import { closeReason } from "./close_reason.ts";
import type { SocketSettings, WebSocketOptions } from "./options.ts";
import { CUT_CODE, isClean, isFinish, type SocketClose } from "./socket_close.ts";
import type { SocketDriver, SocketEnd, SocketListener } from "./socket_driver.ts";
import { untilSent } from "./until_sent.ts";

/** "Message too big", 1009, would be the code; but no browser lets a program send it. */
const OVERRUN_CODE = 4009;

/** The streams of one socket. Of which make it is, only its driver knows. */
export class SocketCarrier {
  readonly opened: Promise<void>;
  readonly closed: Promise<SocketClose>;
  readonly writable: WritableStream<OutgoingMessage>;
  readonly #options: WebSocketOptions;
  readonly #settings: SocketSettings;
  readonly #driver: SocketDriver;
  readonly #inbox: Inbox<Uint8Array<ArrayBuffer>>;
  #sink: WritableStreamDefaultController | undefined;
  #tellOpened: () => void = () => {};
  #tellFailed: (reason: unknown) => void = () => {};
  #tellClosed: (close: SocketClose) => void = () => {};
  #ignoredTexts = 0;
  #isOpen = false;
  #isPaused = false;
  #isLeaving = false; // this side began to close
  #isFinishing = false; // … by closing the writable
  #isOver = false;
  #limit: ReturnType<typeof setTimeout> | undefined;

  constructor(drive: (listener: SocketListener) => SocketDriver, settings: SocketSettings, options: WebSocketOptions) {
    this.#settings = settings;
    this.#options = options;
    this.opened = new Promise((resolve, reject) => {
      this.#tellOpened = resolve;
      this.#tellFailed = reject;
    });
    this.opened.catch(() => {});
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
    this.#inbox = new Inbox({ taken: () => this.#resume(), cancelled: (reason) => this.#cancelled(reason) });
    this.writable = new WritableStream<OutgoingMessage>(
      {
        start: (controller) => {
          this.#sink = controller;
          // A write that waits for the peer would keep the writable from being aborted.
          const { signal } = controller;
          signal.addEventListener("abort", () => this.#breakOff(signal.reason));
        },
        write: (message) => this.#write(message),
        close: () => this.#finish(),
      },
      { highWaterMark: 1 },
    );
    this.#driver = drive({
      opened: () => this.#opened(),
      message: (message) => this.#message(message),
      text: (text) => this.#text(text),
      ended: (end) => this.#ended(end),
    });
    const { signal } = options;
    if (signal?.aborted) this.#abandon();
    else if (!this.#isOver) signal?.addEventListener("abort", this.#abandon);
  }

  get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#inbox.readable;
  }

  get ignoredTexts(): number {
    return this.#ignoredTexts;
  }

  #opened(): void {
    this.#isOpen = true;
    this.#tellOpened();
  }

  #message(message: Uint8Array<ArrayBuffer>): void {
    const { maxQueuedBytes, maxQueuedMessages, highWaterMark } = this.#settings;
    const isLate = this.#isLeaving && this.#isFull(maxQueuedBytes, message.byteLength);
    // A readable that ends as cut anyway need not get everything.
    if (this.#isOver || isLate) return;
    if (!this.#driver.pause && this.#isFull(maxQueuedBytes, message.byteLength)) {
      this.#inbox.fail(new CutError({ by: "overrun" }));
      this.#leave(OVERRUN_CODE, "reading too slowly");
      return;
    }
    this.#inbox.push(message);
    if (!this.#driver.pause || this.#isPaused || this.#isLeaving) return;
    if (this.#inbox.bytes > highWaterMark || this.#inbox.length >= maxQueuedMessages) {
      this.#isPaused = true;
      this.#driver.pause();
    }
  }

  #isFull(maxBytes: number, more: number): boolean {
    const { length, bytes } = this.#inbox;
    return length > 0 && (length >= this.#settings.maxQueuedMessages || bytes + more > maxBytes);
  }

  /** The reader took a message. Not at each one, as pausing costs a call of the operating system. */
  #resume(): void {
    if (!this.#isPaused) return;
    const { highWaterMark, maxQueuedMessages } = this.#settings;
    if (this.#inbox.bytes * 2 > highWaterMark || this.#inbox.length * 2 > maxQueuedMessages) return;
    this.#isPaused = false;
    this.#driver.resume?.();
  }

  #text(text: string): void {
    this.#ignoredTexts++;
    this.#options.onText?.(text);
  }

  #write(message: unknown): Promise<void> | undefined {
    try {
      const bytes = outgoingBytes(message);
      return this.#isOpen ? this.#driver.send(bytes) : this.opened.then(() => this.#driver.send(bytes));
    } catch (reason) {
      this.#breakOff(reason);
      throw reason;
    }
  }

  async #finish(): Promise<void> {
    this.#isFinishing = true;
    // What is never opened has not been told of a finish, either.
    await this.opened;
    // A peer that reads slowly would lose what is unsent when this side stops to wait for its answer.
    await untilSent(this.#driver.unsent, 0, this.#settings.closeTimeout);
    this.#leave(1000, "");
    const { clean, code: closeCode, reason, by } = await this.closed;
    if (!clean || by === "peer") throw new CutError({ closeCode, reason });
  }

  #cancelled(reason: unknown): void {
    this.#sink?.error(new CutError({ by: "local", cause: reason }));
    // A reader that failed must not look to the peer like one that has sent all it had to send.
    if (reason instanceof Error) this.#breakOff(reason);
    else this.#leave(1000, closeReason(reason));
  }

  readonly #abandon = (): void => {
    const reason: unknown = this.#options.signal?.reason;
    this.#inbox.abandon(reason);
    this.#sink?.error(reason);
    this.#breakOff(reason);
  };

  /** Ends the connection in such a way that the peer can tell that it was not finished. */
  #breakOff(reason: unknown): void {
    this.#inbox.fail(new CutError({ by: "local", cause: reason }));
    if (this.#isOver) return;
    if (!this.#driver.terminate || !this.#isOpen) this.#leave(CUT_CODE, closeReason(reason));
    else {
      this.#isLeaving = true;
      this.#driver.terminate();
    }
  }

  /** Begins the closing handshake. */
  #leave(code: number, reason: string): void {
    if (this.#isLeaving || this.#isOver) return;
    this.#isLeaving = true;
    this.#limit = setTimeout(() => {
      this.#driver.terminate?.();
      this.#ended({ cause: new Error("The peer did not answer the close frame in time") });
    }, this.#settings.closeTimeout);
    // The answer comes after what the peer has sent.
    if (this.#isPaused) this.#driver.resume?.();
    this.#driver.close(code, reason);
  }

  #ended({ code, reason = "", wasClean, cause }: SocketEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#limit);
    this.#options.signal?.removeEventListener("abort", this.#abandon);
    const by = this.#isLeaving ? "local" : "peer";
    const close: SocketClose = { code, reason, clean: isClean(code, wasClean), by };
    const cut = new CutError({
      by: by === "local" ? by : "carrier",
      closeCode: code,
      reason,
      ...(cause === undefined ? {} : { cause }),
    });
    this.#tellFailed(cut);
    this.#tellClosed(close);
    if (!this.#isFinishing) this.#sink?.error(cut);
    try {
      const { isFinish: isFinishFor = isFinish } = this.#options;
      if (isFinishFor(close)) this.#inbox.close();
      else this.#inbox.fail(cut);
    } catch (reason) {
      this.#inbox.fail(reason);
    }
  }
}
