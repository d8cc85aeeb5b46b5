import { CutError } from "channel-frames";
import {
  ClientConnection,
  type ClientEnvelope,
  type ConnectionOptions,
  decodeEnvelope,
  EnvelopeDecoderStream,
  EnvelopeEncoderStream,
  EnvelopeError,
  type MessageDuplex,
  ServerConnection,
  type ServerEnvelope,
} from "channel-frames/connection";
import type { WebSocketMessages } from "channel-frames/websocket";
import { type Equal, is } from "./equal.ts";

/** A socket's streams are what a connection takes, and so is any pair of them. */
export function client(messages: WebSocketMessages, others: MessageDuplex): readonly ReadableStream<Uint8Array>[] {
  const scope = new ClientConnection(messages, { whenFull: "cut" }).open(Uint8Array.of(1));
  const channel = scope.channel(Uint8Array.of(2));
  is<Equal<typeof channel.readable, ReadableStream<Uint8Array>>>();
  // @ts-expect-error there are two ways
  new ClientConnection(others, { whenFull: "drop" });
  return [channel.readable, scope.responses];
}

/** What the peer opens comes by loops. */
export async function server(messages: WebSocketMessages): Promise<number> {
  const connection = new ServerConnection(messages);
  for await (const scope of connection.scopes) {
    is<Equal<typeof scope.request, Uint8Array>>();
    for await (const { request, writable } of scope.channels) await writable.getWriter().write(request);
  }
  const { clean, reason } = await connection.closed;
  if (reason instanceof CutError) is<Equal<typeof reason.by, "carrier" | "overrun" | "scope" | "local">>();
  return clean ? connection.stats.received : 0;
}

/** Envelopes narrow by their type, and only those of the sender are there. */
export function envelopes(message: Uint8Array, messages: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const envelope = decodeEnvelope(message, "client");
  is<Equal<typeof envelope, ClientEnvelope>>();
  if (envelope.type === "channel-response-finish") is<Equal<typeof envelope.channel, number>>();
  // @ts-expect-error a client sends no response
  if (envelope.type === "response") throw new EnvelopeError("shape", "no client");
  const decoded = messages.pipeThrough(new EnvelopeDecoderStream("server"));
  is<Equal<typeof decoded, ReadableStream<ServerEnvelope>>>();
  return decoded.pipeThrough(new EnvelopeEncoderStream());
}

/** Under `exactOptionalPropertyTypes`, an option may still be given as `undefined`. */
export const unset: ConnectionOptions = { whenFull: undefined, onStall: undefined, onDisregard: undefined };
