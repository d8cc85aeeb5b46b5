import { FrameEncodeError } from "./frame_encode_error.ts";
import { FrameError } from "./frame_error.ts";
import type { AnyFrame, FrameFamily } from "./frame_family.ts";
import type { Half } from "./half.ts";
import { ERROR_TAG, ITEM_TAG } from "./message.ts";

/** A family from its halves. The caller answers for `F` being what they decode to. */
export function buildFamily<F extends AnyFrame>(item: Half, error: Half): FrameFamily<F> {
  return {
    decode(message, limits, index) {
      if (message.byteLength > limits.maxMessageBytes) {
        const text = `The message has ${message.byteLength} bytes, more than ${limits.maxMessageBytes}`;
        throw new FrameError("too-large", text, { tag: message[0], index });
      }
      const tag = message[0];
      if (tag === undefined) throw new FrameError("empty", "The message is empty: it has no tag byte", { index });
      const half = tag === ITEM_TAG ? item : tag === ERROR_TAG ? error : undefined;
      if (half === undefined) {
        throw new FrameError("unknown-tag", `The tag byte is ${tag}, neither 0 nor 1`, { tag, index });
      }
      return half.decode(message, limits, index) as F;
    },
    encode(frame, limits) {
      const given: unknown = frame;
      const type: unknown = typeof given === "object" && given !== null ? Reflect.get(given, "type") : undefined;
      const half = [item, error].find((one) => one.type === type);
      if (half === undefined) {
        throw new FrameEncodeError("shape", `The frame's type must be "${item.type}" or "error"`, { path: "type" });
      }
      return half.encode(Reflect.get(frame, half.key), limits);
    },
  };
}
