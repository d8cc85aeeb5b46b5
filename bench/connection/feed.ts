/** A stream of messages that is given more of them now and then, and hands out one for each pull. */
export function feed<T>(): { readonly readable: ReadableStream<T>; give(messages: Iterable<T>): void } {
  let messages: Iterator<T> = [][Symbol.iterator]();
  let more: () => void = () => {};
  const readable = new ReadableStream<T>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = messages.next();
          if (!done) return controller.enqueue(value);
          await new Promise<void>((resolve) => {
            more = resolve;
          });
        }
      },
    },
    { highWaterMark: 0 },
  );
  return {
    readable,
    give(next) {
      messages = next[Symbol.iterator]();
      more();
    },
  };
}
