/** A source that fails even to be cancelled. */
export function stubborn(reason: unknown): ReadableStream {
  return new ReadableStream({
    cancel() {
      throw reason;
    },
  });
}
