import * as v from "valibot";
import { parse } from "./unchecked.ts";

/** A frame as one makes it by hand. */
export interface HandFrame {
  readonly final: boolean;
  readonly value: unknown;
}

/** The first stage of H3: decodes, and has a schema library look at what came. */
export function naiveDecoder(schema: v.GenericSchema): TransformStream<Uint8Array, HandFrame> {
  return decoder((value) => v.parse(schema, value));
}

/** The same without a schema. */
export function uncheckedDecoder(): TransformStream<Uint8Array, HandFrame> {
  return decoder((value) => value);
}

/** The second stage of H3: nothing may follow the last frame. */
export function naiveGuard(): TransformStream<HandFrame, HandFrame> {
  let over = false;
  return new TransformStream({
    transform(frame, to) {
      if (over) throw new Error("A frame after the last");
      over = frame.final;
      to.enqueue(frame);
    },
  });
}

function decoder(check: (value: unknown) => unknown): TransformStream<Uint8Array, HandFrame> {
  return new TransformStream({
    transform(message, to) {
      const [tag] = message;
      if (tag !== 0 && tag !== 1) throw new Error(`The tag is ${tag}`);
      to.enqueue({ final: tag === 1, value: check(parse(message)) });
    },
  });
}
