import { FrameEncodeError } from "./frame_encode_error.ts";
import type { AnyFrame, FrameFamily } from "./frame_family.ts";
import type { Half } from "./half.ts";
import { ERROR_TAG } from "./message.ts";
import { readTag } from "./read_tag.ts";

/** A family from its halves. The caller answers for `F` being what they decode to. */
// @__NO_SIDE_EFFECTS__
export function buildFamily<F extends AnyFrame>(item: Half, error: Half): FrameFamily<F> {
  return {
    decode(message, limits, index) {
      const half = readTag(message, limits, index) === ERROR_TAG ? error : item;
      return half.decode(message, limits, index) as F;
    },
    encode(frame, limits) {
      const members = Object(frame);
      const { type } = members;
      const half = type === "error" ? error : item;
      if (half.type !== type) throw new FrameEncodeError("shape", "The type of the frame is unknown", { path: "type" });
      return half.encode(members[half.key], limits);
    },
  };
}
