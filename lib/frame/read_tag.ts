import { FrameError } from "./frame_error.ts";
import type { Limits } from "./limits.ts";
import { ERROR_TAG, ITEM_TAG } from "./message.ts";

/**
 * The tag of a message, which is not read any further.
 *
 * @throws {FrameError} for a message that is too large or empty, or has another tag
 */
export function readTag(message: Uint8Array, limits: Limits, index: number): typeof ITEM_TAG | typeof ERROR_TAG {
  const tag = message[0];
  if (message.length > limits.maxMessageBytes) {
    const text = `The message has ${message.length} bytes, more than ${limits.maxMessageBytes}`;
    throw new FrameError("too-large", text, { tag, index });
  }
  if (tag === ITEM_TAG || tag === ERROR_TAG) return tag;
  if (tag === undefined) throw new FrameError("empty", "The message is empty", { index });
  throw new FrameError("unknown-tag", `The tag ${tag} is unknown`, { tag, index });
}
