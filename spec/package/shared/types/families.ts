import {
  anyJson,
  decodeFrame,
  defineFamily,
  encodeFrame,
  FrameDecoderStream,
  type FrameOptions,
  GuardedDecoderStream,
  type JsonValue,
} from "channel-frames";
import * as v from "valibot";
import { type Equal, is } from "./equal.ts";

const family = defineFamily({
  item: { name: "line", schema: v.looseObject({ text: v.string() }) },
  error: { name: "problem", schema: anyJson },
});

/** A family of one's own, by the schema library that the package itself depends on. */
export async function ownFamily(bytes: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new GuardedDecoderStream(family);
  const { value } = await bytes.pipeThrough(decoder).getReader().read();
  if (value?.type === "line") is<Equal<typeof value.line.text, string>>();
  if (value?.type === "error") is<Equal<typeof value.problem, JsonValue>>();
  const ending = await decoder.ending;
  if (ending.kind === "failed") is<Equal<typeof ending.error, JsonValue>>();
}

/** Without streams. */
export function one(message: ArrayBuffer): void {
  const frame = decodeFrame(family, message);
  const again = encodeFrame(family, frame);
  is<Equal<typeof again, Uint8Array<ArrayBuffer>>>();
}

/** Under `exactOptionalPropertyTypes`, an option may still be given as `undefined`. */
export const unset: FrameOptions = { maxMessageBytes: undefined, maxDepth: undefined, integers: undefined };
export const stage: object = new FrameDecoderStream(family, { onMalformed: undefined, signal: undefined });
