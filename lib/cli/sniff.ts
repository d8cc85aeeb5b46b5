/** Tells JSON lines from a tape by the first byte, which in a tape is that of a MessagePack array or map. */
export async function sniff(
  bytes: ReadableStream<Uint8Array>,
): Promise<{ readonly bytes: ReadableStream<Uint8Array>; readonly isLines: boolean }> {
  const reader = bytes.getReader();
  let first: Uint8Array | undefined;
  do {
    first = (await reader.read()).value;
  } while (first?.byteLength === 0);
  let held = first;
  const again = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const value = held ?? (await reader.read()).value;
        held = undefined;
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { bytes: again, isLines: first !== undefined && isText(first[0]) };
}

/** A brace, or the space that may stand before it, or the first byte of a byte order mark. */
function isText(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0xef;
}
