import { type Ask, decodeAsk, type RequestsMessages } from "channel-frames/proxy";

/** A `/requests` connection in memory, with the server's end of it in the hands of the test. */
export class MemoryRequests implements RequestsMessages {
  readonly readable: ReadableStream<unknown>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
  /** What came at the server. */
  readonly asks: Ask[] = [];
  /** Whether the proxy closed it. */
  isClosed = false;
  #in: ReadableStreamDefaultController<unknown> | undefined;
  #out: WritableStreamDefaultController | undefined;
  #isStuck: boolean;
  #unstick: () => void = () => {};

  /** @param isStuck whether writes wait for `unstick()` */
  constructor(isStuck = false) {
    this.#isStuck = isStuck;
    this.readable = new ReadableStream({
      start: (controller) => {
        this.#in = controller;
      },
    });
    this.writable = new WritableStream({
      start: (controller) => {
        this.#out = controller;
      },
      write: async (message) => {
        this.asks.push(decodeAsk(message));
        if (this.#isStuck)
          await new Promise<void>((resolve) => {
            this.#unstick = resolve;
          });
      },
      close: () => {
        this.isClosed = true;
      },
    });
  }

  /** What the server sends, which means nothing. */
  say(thing: unknown): void {
    this.#in?.enqueue(thing);
  }

  /** The server closes it in order. */
  close(): void {
    this.#in?.close();
  }

  /** It breaks, and the side that reads notices. */
  break(reason: unknown): void {
    this.#in?.error(reason);
  }

  /** It breaks, and the side that writes notices. */
  breakWriting(reason: unknown): void {
    this.#out?.error(reason);
  }

  unstick(): void {
    this.#isStuck = false;
    this.step();
  }

  /** Lets one write through. */
  step(): void {
    this.#unstick();
  }
}
