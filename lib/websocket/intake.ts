import { Inbox } from "../streams/inbox.ts";
import type { SocketSettings } from "./options.ts";
import type { SocketDriver } from "./socket_driver.ts";

/** What the socket brings, on its way to the reader. Pauses the socket while the reader is slow, where that can be. */
export class Intake {
  readonly inbox: Inbox<Uint8Array<ArrayBuffer>>;
  /** Whether a message was left out. Nothing is taken after it: what the reader gets has no gaps. */
  isDeaf = false;
  readonly #settings: SocketSettings;
  readonly #driver: () => SocketDriver;
  #isPaused = false;
  #isLeaving = false; // the end will be a cut, and what comes before it may be cut short

  constructor(settings: SocketSettings, driver: () => SocketDriver, cancelled: (reason: unknown) => void) {
    this.#settings = settings;
    this.#driver = driver;
    this.inbox = new Inbox({ taken: () => this.#resume(), cancelled, share: () => this.#driver().share?.() });
  }

  /** @returns false if there is no more room for it, and the socket cannot be paused */
  push(message: Uint8Array<ArrayBuffer>): boolean {
    const { pause } = this.#driver();
    if ((!pause || this.#isLeaving) && this.#isFullFor(message)) {
      this.isDeaf = true;
      return this.#isLeaving;
    }
    if (this.isDeaf) return true;
    this.inbox.push(message);
    if (pause && !this.#isPaused && !this.#isLeaving && this.#isPlenty()) {
      this.#isPaused = true;
      pause();
    }
    return true;
  }

  /** This side closes. The peer's answer comes after what it has sent, so nothing waits for the reader any more. */
  leave(): void {
    this.#isLeaving = true;
    if (this.#isPaused) this.#driver().resume?.();
  }

  /** One message is always taken. */
  #isFullFor(message: Uint8Array): boolean {
    const { maxQueuedBytes, maxQueuedMessages } = this.#settings;
    const { length, bytes } = this.inbox;
    return length > 0 && (length >= maxQueuedMessages || bytes + message.byteLength > maxQueuedBytes);
  }

  #isPlenty(): boolean {
    const { highWaterMark, maxQueuedMessages } = this.#settings;
    return this.inbox.length > 0 && (this.inbox.bytes > highWaterMark || this.inbox.length >= maxQueuedMessages);
  }

  /** Not at each message that the reader takes, as pausing costs a call of the operating system. */
  #resume(): void {
    const { highWaterMark, maxQueuedMessages } = this.#settings;
    if (!this.#isPaused || this.inbox.bytes * 2 > highWaterMark || this.inbox.length * 2 > maxQueuedMessages) return;
    this.#isPaused = false;
    this.#driver().resume?.();
  }
}
