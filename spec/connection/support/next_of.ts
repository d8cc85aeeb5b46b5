/** The next of what a peer opens. */
export async function nextOf<T>(iterable: AsyncIterable<T>): Promise<T> {
  const { done, value } = await iterable[Symbol.asyncIterator]().next();
  if (done) throw new Error("There is no next one");
  return value;
}
