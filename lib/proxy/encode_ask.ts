import { toBytes } from "../frame/bytes.ts";
import { ASK_HEADER_BYTES, ASK_KINDS, type Ask, isAskKind, isChannel } from "./ask.ts";
import { AskError } from "./ask_error.ts";

/**
 * Writes an ask, with its payload, into a buffer of its own. The request for notifications has no payload: whatever
 * the ask holds is left out.
 *
 * @throws {AskError} `shape`, for an ask of no known kind, a channel beyond 32 bits, or a payload that is no bytes
 *
 * @example
 * ```ts
 * import { encodeAsk } from "channel-frames/proxy";
 *
 * const message = encodeAsk({ channel: 7, kind: "mcp/notifications", payload: new Uint8Array() });
 * console.assert(message.join() === "0,0,0,7,4");
 * ```
 */
export function encodeAsk({ channel, kind, payload }: Ask): Uint8Array<ArrayBuffer> {
  if (!isAskKind(kind)) throw new AskError("shape", "An ask has one of the kinds of the protocol");
  if (!isChannel(channel)) throw new AskError("shape", "The channel of an ask is an unsigned integer of 32 bits");
  const bytes = toBytes(payload);
  if (!bytes) throw new AskError("shape", "The payload of an ask is bytes");
  const rest = kind === "mcp/notifications" ? bytes.subarray(0, 0) : bytes;
  const message = new Uint8Array(ASK_HEADER_BYTES + rest.byteLength);
  message[0] = channel >>> 24;
  message[1] = channel >>> 16;
  message[2] = channel >>> 8;
  message[3] = channel;
  message[4] = ASK_KINDS[kind];
  message.set(rest, ASK_HEADER_BYTES);
  return message;
}
