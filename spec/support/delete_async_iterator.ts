/** Makes the streams of this process what they are in WebKit: not iterable. Gives back what brings it all back. */
export function deleteAsyncIterator(): () => void {
  const found = [
    [ReadableStream.prototype, Symbol.asyncIterator],
    [ReadableStream.prototype, "values"],
    [ReadableStream, "from"],
  ] as const;
  const undo = found.map(([owner, key]) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    Reflect.deleteProperty(owner, key);
    return () => descriptor && Object.defineProperty(owner, key, descriptor);
  });
  return () => {
    for (const bringBack of undo) bringBack();
  };
}
