import { encodeEnvelope } from "../../lib/connection/mod.ts";
import { largeMessages, notifications } from "../workloads.ts";
import type { Size } from "./orders.ts";

const pieces = ({ length }: Uint8Array, bytes: number): number => Math.floor(length / bytes);

/** Payloads to send in turn. */
export const payloads: Readonly<Record<Size, readonly Uint8Array[]>> = {
  "200 B": notifications().messages,
  "4 KiB": largeMessages().messages.flatMap((large) =>
    Array.from({ length: pieces(large, 4096) }, (_, at) => large.slice(at * 4096, (at + 1) * 4096)),
  ),
};

/** The same in envelopes, for what sends them by hand. */
export const messages: Readonly<Record<Size, readonly Uint8Array<ArrayBuffer>[]>> = {
  "200 B": payloads["200 B"].map(toMessage),
  "4 KiB": payloads["4 KiB"].map(toMessage),
};

function toMessage(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  return encodeEnvelope({ type: "channel-response", scope: 1, channel: 1, payload });
}

/** So many of them, again and again. */
export function* inTurn<T>(messages: readonly T[], count: number, from = 0): Generator<T> {
  for (let at = from; at < from + count; at++) yield messages[at % messages.length] as T;
}
