import { toBytes } from "./bytes.ts";
import { FrameEncodeError } from "./frame_encode_error.ts";
import type { Half } from "./half.ts";
import { copyMessage } from "./message.ts";
import { tooLarge } from "./too_large.ts";

/** Bodies left as they are: views on the message when read, copied when written. */
// @__NO_SIDE_EFFECTS__
export function rawHalf(tag: number, type: string): Half {
  return {
    type,
    key: "body",
    decode: (message) => ({ type, body: message.subarray(1) }),
    encode(value, limits) {
      const body = toBytes(value);
      if (body === undefined) throw new FrameEncodeError("shape", "The body must be bytes", { path: "body" });
      if (body.byteLength >= limits.maxMessageBytes) {
        throw tooLarge(limits);
      }
      return copyMessage(tag, body);
    },
  };
}
