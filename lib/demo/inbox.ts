/**
 * A pull-driven stream of what is pushed. A source cannot enqueue as things come and error when it breaks: the error
 * would throw away what the reader has not read yet. So the inbox keeps a queue of its own, hands over one value for
 * each pull, and ends only when a pull finds the queue empty. The first end wins.
 *
 * The queue has no bound, which is right for a demo of a few dozen notifications and for nothing larger.
 */
export class Inbox<T extends object> {
  readonly stream: ReadableStream<T>;
  readonly #queue: T[] = [];
  #end: ((controller: ReadableStreamDefaultController<T>) => void) | undefined;
  #wake: (() => void) | undefined;

  constructor() {
    this.stream = new ReadableStream<T>(
      {
        pull: async (controller) => {
          let value = this.#queue.shift();
          if (value === undefined && this.#end === undefined) {
            await new Promise<void>((resolve) => {
              this.#wake = resolve;
            });
            value = this.#queue.shift();
          }
          if (value === undefined) this.#end?.(controller);
          else controller.enqueue(value);
        },
        cancel: () => {
          this.#finish(() => {});
          this.#queue.length = 0;
        },
      },
      { highWaterMark: 0 },
    );
  }

  push(value: T): void {
    if (this.#end !== undefined) return;
    this.#queue.push(value);
    this.#wake?.();
  }

  close(): void {
    this.#finish((controller) => controller.close());
  }

  fail(reason: unknown): void {
    this.#finish((controller) => controller.error(reason));
  }

  #finish(end: (controller: ReadableStreamDefaultController<T>) => void): void {
    this.#end ??= end;
    this.#wake?.();
  }
}
