import { FrameEncodeError } from "./frame_encode_error.ts";
import type { Limits } from "./limits.ts";

/** The refusal of a message over `maxMessageBytes`. */
export function tooLarge(limits: Limits): FrameEncodeError {
  return new FrameEncodeError("too-large", `The message would have more than ${limits.maxMessageBytes} bytes`);
}
