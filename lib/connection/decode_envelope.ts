import { toBytes } from "../frame/bytes.ts";
import type { MessageSource } from "../frame/decode_frame.ts";
import { type Envelope, type EnvelopeFrom, HEADER_BYTES, type Role, TYPE_BYTES } from "./envelope.ts";
import { EnvelopeError } from "./envelope_error.ts";

/**
 * Reads a message of a connection. Nothing is copied: the payload is a view.
 *
 * @param message any view or `ArrayBuffer`
 * @param from the side that sent it, as not every type is for both
 * @throws {EnvelopeError} `short`, `unknown-type` or `not-a-message`. The protocol disregards such a message.
 *
 * @example
 * ```ts
 * import { decodeEnvelope } from "channel-frames/connection";
 *
 * const envelope = decodeEnvelope(Uint8Array.of(5, 0, 0, 0, 7, 0, 0, 0, 1, 0, 123, 125), "server");
 * if (envelope.type === "channel-response") {
 *   console.assert(envelope.scope === 7 && envelope.channel === 1 && envelope.payload.byteLength === 3);
 * }
 * ```
 */
export function decodeEnvelope<R extends Role>(message: MessageSource, from: R): EnvelopeFrom<R>;
export function decodeEnvelope(source: MessageSource, from: Role): Envelope {
  const message = toBytes(source);
  if (!message) throw new EnvelopeError("not-a-message", "A message is bytes");
  const type = message[0];
  if (type === undefined || message.byteLength < HEADER_BYTES) {
    throw new EnvelopeError("short", `An envelope has at least ${HEADER_BYTES} bytes, not ${message.byteLength}`);
  }
  const payload = message.subarray(HEADER_BYTES);
  switch (type) {
    case TYPE_BYTES.authorization:
      return { type: "authorization", payload };
    case TYPE_BYTES.request:
      if (from === "client") return { type: "request", scope: readUint32(message, 1), payload };
      break;
    case TYPE_BYTES.response:
      if (from === "server") return { type: "response", scope: readUint32(message, 1), payload };
      break;
    case TYPE_BYTES["response-finish"]:
      if (from === "server") return { type: "response-finish", scope: readUint32(message, 1) };
      break;
    case TYPE_BYTES["channel-request"]:
      return { type: "channel-request", scope: readUint32(message, 1), channel: readUint32(message, 5), payload };
    case TYPE_BYTES["channel-response"]:
      return { type: "channel-response", scope: readUint32(message, 1), channel: readUint32(message, 5), payload };
    case TYPE_BYTES["channel-response-finish"]:
      return { type: "channel-response-finish", scope: readUint32(message, 1), channel: readUint32(message, 5) };
  }
  throw new EnvelopeError("unknown-type", `No envelope of a ${from} has type ${type}`);
}

function readUint32(bytes: Uint8Array, at: number): number {
  const byte = (place: number): number => bytes[at + place] ?? 0;
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}
