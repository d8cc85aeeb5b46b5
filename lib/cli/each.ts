/**
 * Reads a stream to its end. A failure of the stream, or of what is done with its values, rejects; the latter cancels
 * it, and so does the signal, with its reason.
 */
export async function each<T>(
  stream: ReadableStream<T>,
  use: (value: T) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<void> {
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      const wait = use(value);
      if (wait) await wait;
    }
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
