import type { AnswerMessages } from "channel-frames/proxy";

/** A path of an answer in memory, with the server's end of it in the hands of the test. */
export class MemoryPath implements AnswerMessages {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream = new WritableStream();
  readonly closed: Promise<void>;
  /** What the proxy left it with. */
  left: { readonly reason: unknown } | undefined;
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #over: () => void = () => {};

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#over = resolve;
    });
    this.readable = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: (reason) => {
        this.left = { reason };
        this.#over();
      },
    });
  }

  /** How many messages are not read yet. */
  get queued(): number {
    return 1 - (this.#controller?.desiredSize ?? 1);
  }

  send(...messages: readonly Uint8Array[]): void {
    for (const message of messages) this.#controller?.enqueue(new Uint8Array(message));
  }

  close(): void {
    this.#controller?.close();
    this.#over();
  }

  /** What was not read yet is lost with it. */
  break(reason: unknown): void {
    this.#controller?.error(reason);
    this.#over();
  }
}
