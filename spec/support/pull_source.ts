/** A stream of messages, and what it was told. */
export interface WatchedSource<T> {
  readonly stream: ReadableStream<T>;
  /** How often it was asked for a message. */
  readonly pulls: number;
  /** The reasons that it was cancelled with. */
  readonly cancels: readonly unknown[];
}

/** What comes after the last message: the end, nothing any more, or a failure. */
export type SourceEnd = "close" | "wait" | { readonly throws: unknown };

/** A source that gives one message for each pull, and by default reads nothing ahead. */
export function pullSource<T>(
  chunks: Iterable<T>,
  end: SourceEnd = "close",
  { highWaterMark = 0, onPull }: { highWaterMark?: number; onPull?: (pulls: number) => void } = {},
): WatchedSource<T> {
  const iterator = chunks[Symbol.iterator]();
  const cancels: unknown[] = [];
  let pulls = 0;
  const stream = new ReadableStream<T>(
    {
      pull(controller) {
        pulls++;
        onPull?.(pulls);
        const { done, value } = iterator.next();
        if (!done) controller.enqueue(value);
        else if (end === "close") controller.close();
        else if (end !== "wait") throw end.throws;
      },
      cancel(reason) {
        cancels.push(reason);
      },
    },
    { highWaterMark },
  );
  return {
    stream,
    get pulls() {
      return pulls;
    },
    cancels,
  };
}
