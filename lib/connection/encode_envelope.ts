import { toBytes } from "../frame/bytes.ts";
import { type Envelope, HEADER_BYTES, TYPE_BYTES } from "./envelope.ts";
import { EnvelopeError } from "./envelope_error.ts";

/** The largest number of a scope or channel. */
export const LARGEST_NUMBER = 0xffff_ffff;

/**
 * Writes an envelope, with its payload, into a buffer of its own.
 *
 * @throws {EnvelopeError} `shape`, for an envelope of no known type, a number beyond 32 bits, or a payload that is no
 * bytes
 *
 * @example
 * ```ts
 * import { encodeEnvelope } from "channel-frames/connection";
 *
 * const message = encodeEnvelope({ type: "response-finish", scope: 7 });
 * console.assert(message.join() === "3,0,0,0,7,0,0,0,0");
 * ```
 */
export function encodeEnvelope(envelope: Envelope): Uint8Array<ArrayBuffer> {
  return encodeEnvelopeInto(envelope, (bytes) => new Uint8Array(bytes));
}

/** The same into bytes that somebody else has made room for, as many as asked for. */
export function encodeEnvelopeInto(
  envelope: Envelope,
  roomFor: (bytes: number) => Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const { scope = 0, channel = 0, payload } = fieldsOf(envelope);
  const message = roomFor(HEADER_BYTES + (payload?.byteLength ?? 0));
  message[0] = TYPE_BYTES[envelope.type];
  writeUint32(message, 1, scope);
  writeUint32(message, 5, channel);
  if (payload) message.set(payload, HEADER_BYTES);
  return message;
}

interface Fields {
  readonly scope?: number;
  readonly channel?: number;
  readonly payload?: Uint8Array;
}

/** What the type of the envelope calls for, and nothing else. */
function fieldsOf(envelope: Envelope): Fields {
  switch (envelope?.type) {
    case "authorization":
      return { payload: toPayload(envelope.payload) };
    case "request":
    case "response":
      return { scope: toNumber("scope", envelope.scope), payload: toPayload(envelope.payload) };
    case "response-finish":
      return { scope: toNumber("scope", envelope.scope) };
    case "channel-request":
    case "channel-response":
      return {
        scope: toNumber("scope", envelope.scope),
        channel: toNumber("channel", envelope.channel),
        payload: toPayload(envelope.payload),
      };
    case "channel-response-finish":
      return { scope: toNumber("scope", envelope.scope), channel: toNumber("channel", envelope.channel) };
    default:
      throw new EnvelopeError("shape", "An envelope has one of the types of the protocol");
  }
}

function toNumber(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= LARGEST_NUMBER) return value;
  throw new EnvelopeError("shape", `The ${name} of an envelope is an unsigned integer of 32 bits`);
}

function toPayload(payload: unknown): Uint8Array {
  const bytes = toBytes(payload);
  if (bytes) return bytes;
  throw new EnvelopeError("shape", "The payload of an envelope is bytes");
}

function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
