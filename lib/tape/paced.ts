/**
 * The same stream, which is not read while there is something to wait for. It holds no chunk: what waits, waits in the
 * source.
 */
export function paced<T>(source: ReadableStream<T>, wait: () => Promise<void> | undefined): ReadableStream<T> {
  const reader = source.getReader();
  let its: ReadableStreamDefaultController<T>;
  let isPulling = false;
  let isOver = false;

  const end = (act: () => void): void => {
    if (isOver) return;
    isOver = true;
    act();
  };

  /** An end that comes while nobody reads. Otherwise it comes by the read. */
  const endIdle = (act: () => void): void => {
    if (!isPulling && its.desiredSize === 0) end(act);
  };

  const pull = async (): Promise<void> => {
    isPulling = true;
    try {
      for (let room = wait(); room && !isOver; room = wait()) await room;
      const { done, value } = await reader.read();
      if (done) end(() => its.close());
      else if (!isOver) its.enqueue(value);
    } catch (reason) {
      end(() => its.error(reason));
    } finally {
      isPulling = false;
    }
  };

  const readable = new ReadableStream<T>(
    {
      start(controller) {
        its = controller;
      },
      pull,
      cancel(reason) {
        isOver = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  reader.closed.then(
    () => endIdle(() => its.close()),
    (reason) => endIdle(() => its.error(reason)),
  );
  return readable;
}
