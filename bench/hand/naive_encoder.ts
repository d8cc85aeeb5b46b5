import type { HandFrame } from "./naive.ts";

const utf8 = new TextEncoder();

/** What one writes by hand to write a message: nothing is checked, and each has a buffer of its own. */
export function encodeByHand(tag: number, value: unknown): Uint8Array {
  const body = utf8.encode(JSON.stringify(value));
  const message = new Uint8Array(body.length + 1);
  message[0] = tag;
  message.set(body, 1);
  return message;
}

/** The same as a stage. */
export function naiveEncoder(): TransformStream<HandFrame, Uint8Array> {
  return new TransformStream({ transform: ({ final, value }, to) => to.enqueue(encodeByHand(final ? 1 : 0, value)) });
}
