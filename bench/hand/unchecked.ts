const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What one writes by hand to read a message: nothing of it is checked but that it is JSON, in UTF-8. */
export function parse(message: Uint8Array): object {
  return JSON.parse(utf8.decode(message.subarray(1)));
}

/** H1: the loop one writes by hand around that. */
export async function readByHand(messages: ReadableStream<Uint8Array>): Promise<number> {
  const reader = messages.getReader();
  for (let came = 0; ; came++) {
    const { done, value } = await reader.read();
    if (done) return came;
    parse(value);
  }
}

/** H2: the same as a stage. */
export function uncheckedStage(): TransformStream<Uint8Array, object> {
  return new TransformStream({ transform: (message, to) => to.enqueue(parse(message)) });
}
