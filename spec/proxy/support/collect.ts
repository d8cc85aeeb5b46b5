/** Everything that a stream gives, and what it ends with. */
export interface Collected<T> {
  readonly chunks: T[];
  /** Fulfils when the stream is over: with `undefined`, or with what it errored with. */
  readonly over: Promise<unknown>;
}

/** Reads a stream to its end, while the test does something else. */
export function collect<T>(stream: ReadableStream<T>): Collected<T> {
  const chunks: T[] = [];
  const read = async (): Promise<unknown> => {
    try {
      for await (const chunk of stream) chunks.push(chunk);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  return { chunks, over: read() };
}
