/** Reads a stream to its end. @returns how many chunks came */
export async function drain(stream: ReadableStream<unknown>): Promise<number> {
  const reader = stream.getReader();
  for (let came = 0; ; came++) if ((await reader.read()).done) return came;
}
