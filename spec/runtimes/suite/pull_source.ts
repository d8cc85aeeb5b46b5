/** A stream of messages, and what it was told. */
export interface WatchedSource {
  readonly stream: ReadableStream;
  /** How often it was asked for a message. */
  readonly pulls: number;
  /** The reasons that it was cancelled with. */
  readonly cancels: readonly unknown[];
}

/** What comes after the last message: the finish, nothing any more, or a failure. */
export type SourceEnd = "close" | "wait" | { readonly throws: unknown };

/** A source that gives one chunk for each pull and reads nothing ahead. */
export function pullSource(chunks: Iterable<unknown>, end: SourceEnd = "close"): WatchedSource {
  const iterator = chunks[Symbol.iterator]();
  const cancels: unknown[] = [];
  let pulls = 0;
  const stream = new ReadableStream(
    {
      pull(controller) {
        pulls++;
        const { done, value } = iterator.next();
        if (!done) controller.enqueue(value);
        else if (end === "close") controller.close();
        else if (end !== "wait") throw end.throws;
      },
      cancel(reason) {
        cancels.push(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    get pulls() {
      return pulls;
    },
    cancels,
  };
}
