import type { StreamSocket, StreamSocketConnection } from "channel-frames/websocket";

/** What a close tells. */
export interface StreamClose {
  readonly closeCode?: number;
  readonly reason?: string;
}

/** A `WebSocketStream`, which does nothing by itself: the test moves it, and sees what it is told. */
export class FakeStreamSocket implements StreamSocket {
  readonly opened: Promise<StreamSocketConnection>;
  readonly closed: Promise<StreamClose>;
  readonly sent: unknown[] = [];
  readonly closes: StreamClose[] = [];
  /** How many messages have been taken from it. */
  taken = 0;
  /** What the writes wait for. */
  sending: Promise<void> = Promise.resolve();
  readonly #queue: unknown[] = [];
  #end: (() => void) | undefined;
  #controller: ReadableStreamDefaultController<unknown> | undefined;
  #wanted: (() => void) | undefined;
  #open: (connection: StreamSocketConnection) => void = () => {};
  #refuse: (reason: unknown) => void = () => {};
  #closed: (close: StreamClose) => void = () => {};
  #failed: (reason: unknown) => void = () => {};

  constructor() {
    this.opened = new Promise((resolve, reject) => {
      this.#open = resolve;
      this.#refuse = reject;
    });
    this.closed = new Promise((resolve, reject) => {
      this.#closed = resolve;
      this.#failed = reject;
    });
  }

  open(): this {
    const readable = new ReadableStream<unknown>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: async (controller) => {
          while (this.#queue.length === 0 && !this.#end) {
            await new Promise<void>((resolve) => {
              this.#wanted = resolve;
            });
          }
          if (this.#queue.length === 0) return this.#end?.();
          this.taken++;
          controller.enqueue(this.#queue.shift());
        },
      },
      { highWaterMark: 0 },
    );
    const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
      write: async (message) => {
        await this.sending;
        this.sent.push(message);
      },
    });
    this.#open({ readable, writable });
    return this;
  }

  message(data: unknown): void {
    this.#queue.push(data);
    this.#wanted?.();
  }

  /** The peer's close, which is told when everything before it has been taken: that is how Deno does it. */
  end(close: StreamClose): void {
    this.#end = () => {
      this.#controller?.close();
      this.#closed(close);
    };
    this.#wanted?.();
  }

  /** The same, but `closed` waits for the function that is returned. */
  endSlowly(close: StreamClose): () => void {
    this.#end = () => this.#controller?.close();
    this.#wanted?.();
    return () => this.#closed(close);
  }

  /** The same at once, with whatever has not been taken lost: that is how Chromium does it. */
  endAtOnce(close: StreamClose): void {
    this.#queue.length = 0;
    this.#end = () => this.#controller?.close();
    this.#closed(close);
    this.#wanted?.();
  }

  /** The connection dies, or never comes about. */
  fail(reason: unknown): void {
    this.#end = () => this.#controller?.error(reason);
    this.#refuse(reason);
    this.#failed(reason);
    this.#wanted?.();
  }

  close(info: StreamClose = {}): void {
    this.closes.push(info);
  }
}
