import { CutError } from "../frame/cut_error.ts";
import { type Deferred, defer } from "../streams/deferred.ts";
import { offerDirectWrite } from "../streams/direct_write.ts";
import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";
import { closeReason } from "./close_reason.ts";
import { Intake } from "./intake.ts";
import type { SocketSettings, WebSocketOptions } from "./options.ts";
import { CUT_CODE, isClean, isFinish, type SocketClose } from "./socket_close.ts";
import type { SocketDriver, SocketEnd, SocketListener } from "./socket_driver.ts";
import { untilSent } from "./until_sent.ts";

/** "Message too big", 1009, would be the code; but no browser lets a program send it. */
const OVERRUN_CODE = 4009;

/** The streams of one socket. Of which make it is, only its driver knows. */
export class SocketCarrier {
  readonly writable: WritableStream<OutgoingMessage>;
  readonly #options: WebSocketOptions;
  readonly #settings: SocketSettings;
  readonly #driver: SocketDriver;
  readonly #intake: Intake;
  #sink: WritableStreamDefaultController | undefined;
  readonly #whenOpened: Deferred<void> = defer();
  readonly #whenClosed: Deferred<SocketClose> = defer();
  #ignoredTexts = 0;
  #isOpen = false;
  #isLeaving = false; // this side began to close
  #hasWritten = false;
  #isWritten = false; // the writable is closing or aborted, and errs by itself
  #isOver = false;
  #limit: ReturnType<typeof setTimeout> | undefined;

  constructor(drive: (listener: SocketListener) => SocketDriver, settings: SocketSettings, options: WebSocketOptions) {
    this.#settings = settings;
    this.#options = options;
    this.opened.catch(() => {});
    this.#intake = new Intake(
      settings,
      () => this.#driver,
      (reason) => this.#cancelled(reason),
    );
    this.writable = new WritableStream<OutgoingMessage>(
      {
        start: (controller) => {
          this.#sink = controller;
          // A write that waits for the peer would keep the writable from being aborted.
          controller.signal.addEventListener("abort", () => {
            this.#isWritten = true;
            this.#breakOff(controller.signal.reason);
          });
        },
        write: (message) => this.#write(message),
        close: () => this.#finish(),
      },
      { highWaterMark: 1 },
    );
    offerDirectWrite(this.writable, (message) => this.#write(message));
    this.#driver = drive({
      opened: () => this.#opened(),
      message: (message) => this.#message(message),
      text: (text) => this.#text(text),
      failed: (cause) => this.#fail(cause),
      ended: (end) => this.#ended(end),
    });
    const { signal } = options;
    if (signal?.aborted) this.#abandon();
    else if (!this.#isOver) signal?.addEventListener("abort", this.#abandon);
  }

  get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#intake.inbox.readable;
  }

  get opened(): Promise<void> {
    return this.#whenOpened.promise;
  }

  get closed(): Promise<SocketClose> {
    return this.#whenClosed.promise;
  }

  get ignoredTexts(): number {
    return this.#ignoredTexts;
  }

  #opened(): void {
    this.#isOpen = true;
    this.#whenOpened.resolve();
  }

  #message(message: Uint8Array<ArrayBuffer>): void {
    if (this.#isOver || this.#intake.push(message)) return;
    this.#intake.inbox.fail(new CutError({ by: "overrun" }));
    this.#leave(OVERRUN_CODE, "reading too slowly");
  }

  #text(text: string): void {
    this.#ignoredTexts++;
    try {
      this.#options.onText?.(text);
    } catch (reason) {
      this.#fail(reason);
    }
  }

  #write(message: unknown): Promise<void> | undefined {
    try {
      const bytes = outgoingBytes(message);
      this.#hasWritten = true;
      // That it could not be sent after all tells of a socket that is ending, and what it brings may still come.
      return this.#isOpen ? this.#driver.send(bytes) : this.opened.then(() => this.#write(bytes));
    } catch (reason) {
      this.#breakOff(reason);
      throw reason;
    }
  }

  /** The socket brought what it must not. */
  #fail(cause: unknown): void {
    this.#intake.inbox.fail(new CutError({ cause }));
    this.#breakOff(cause);
  }

  async #finish(): Promise<void> {
    this.#isWritten = true;
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
    // And what this side has written and not finished must not look complete.
    else this.#leave(this.#hasWritten ? CUT_CODE : 1000, closeReason(reason));
  }

  readonly #abandon = (): void => {
    const reason: unknown = this.#options.signal?.reason;
    this.#intake.inbox.abandon(reason);
    this.#sink?.error(reason);
    this.#breakOff(reason);
  };

  /** Ends the connection in such a way that the peer can tell that it was not finished. */
  #breakOff(reason: unknown): void {
    this.#intake.inbox.fail(new CutError({ by: "local", cause: reason }));
    if (this.#isOver) return;
    if (!this.#driver.terminate || !this.#isOpen) this.#leave(CUT_CODE, closeReason(reason));
    else {
      this.#isLeaving = true;
      this.#driver.terminate();
    }
  }

  /** Begins the closing handshake. */
  #leave(code: number, reason: string): void {
    if (this.#limit !== undefined || this.#isLeaving || this.#isOver) return;
    // The peer may have begun, and the event that tells be on its way.
    this.#isLeaving = !this.#driver.isClosing();
    this.#limit = setTimeout(() => {
      this.#driver.terminate?.();
      this.#ended({ cause: new Error("The peer did not answer the close frame in time") });
    }, this.#settings.closeTimeout);
    this.#intake.leave();
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
    this.#whenOpened.reject(cut);
    this.#whenClosed.resolve(close);
    if (!this.#isWritten) this.#sink?.error(cut);
    try {
      const { isFinish: isFinishFor = isFinish } = this.#options;
      if (isFinishFor(close) && !this.#intake.isDeaf) this.#intake.inbox.close();
      else this.#intake.inbox.fail(cut);
    } catch (reason) {
      this.#intake.inbox.fail(reason);
    }
  }
}
