/** Hands a stream over as to a worker: by way of a `MessageChannel`, to which the function is given the other end. */
export async function handOver<T>(stream: ReadableStream, use: (moved: ReadableStream) => Promise<T>): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  const received = new Promise<ReadableStream>((resolve) => {
    port2.onmessage = ({ data }) => resolve(data);
  });
  port1.postMessage(stream, [stream]);
  try {
    return await use(await received);
  } finally {
    port1.close();
    port2.close();
  }
}
