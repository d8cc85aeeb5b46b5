/** Reads a stream to its end. @returns how many chunks came */
export async function drain(stream: ReadableStream<unknown>): Promise<number> {
  const reader = stream.getReader();
  for (let came = 0; ; came++) if ((await reader.read()).done) return came;
}

/** Iterates to the end. @returns how many values came */
export async function iterate(values: AsyncIterable<unknown>): Promise<number> {
  let came = 0;
  for await (const _ of values) came++;
  return came;
}
