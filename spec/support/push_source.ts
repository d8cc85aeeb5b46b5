/** A stream whose messages come when the test says so. */
export interface PushSource<T> {
  readonly stream: ReadableStream<T>;
  readonly cancels: readonly unknown[];
  push(...chunks: readonly T[]): void;
  close(): void;
  error(reason: unknown): void;
}

/** A source that is pushed to, as a socket would, and queues without bounds. */
export function pushSource<T>(): PushSource<T> {
  const cancels: unknown[] = [];
  let to: ReadableStreamDefaultController<T> | undefined;
  const stream = new ReadableStream<T>({
    start(controller) {
      to = controller;
    },
    cancel(reason) {
      cancels.push(reason);
    },
  });
  return {
    stream,
    cancels,
    push(...chunks) {
      for (const chunk of chunks) to?.enqueue(chunk);
    },
    close: () => to?.close(),
    error: (reason) => to?.error(reason),
  };
}
