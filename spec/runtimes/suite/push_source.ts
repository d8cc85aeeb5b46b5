/** A stream whose messages come when the test says so. */
export interface PushSource {
  readonly stream: ReadableStream;
  /** The reasons that it was cancelled with. */
  readonly cancels: readonly unknown[];
  push(...chunks: readonly unknown[]): void;
  close(): void;
  error(reason: unknown): void;
}

/** A source that is pushed to, as a socket would, and queues without bounds. */
export function pushSource(): PushSource {
  const cancels: unknown[] = [];
  let to: ReadableStreamDefaultController | undefined;
  const stream = new ReadableStream({
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
