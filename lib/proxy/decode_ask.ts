import { toBytes } from "../frame/bytes.ts";
import type { MessageSource } from "../frame/decode_frame.ts";
import { ASK_HEADER_BYTES, type Ask, askKindOf } from "./ask.ts";
import { AskError } from "./ask_error.ts";

/**
 * Reads a message of `/requests`. Nothing is copied: the payload is a view.
 *
 * @param source any view or `ArrayBuffer`
 * @throws {AskError} `short`, `unknown-kind` or `not-a-message`
 *
 * @example
 * ```ts
 * import { decodeAsk } from "channel-frames/proxy";
 *
 * const ask = decodeAsk(Uint8Array.of(0, 0, 0, 7, 4));
 * console.assert(ask.kind === "mcp/notifications" && ask.channel === 7 && ask.payload.byteLength === 0);
 * ```
 */
export function decodeAsk(source: MessageSource): Ask {
  const message = toBytes(source);
  if (!message) throw new AskError("not-a-message", "A message is bytes");
  const [a, b, c, d, byte] = message;
  if (a === undefined || b === undefined || c === undefined || d === undefined || byte === undefined) {
    throw new AskError("short", `An ask has at least ${ASK_HEADER_BYTES} bytes, not ${message.byteLength}`);
  }
  const kind = askKindOf(byte);
  if (kind === undefined) throw new AskError("unknown-kind", `No ask has kind ${byte}`);
  const channel = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  return { channel, kind, payload: message.subarray(ASK_HEADER_BYTES) };
}
