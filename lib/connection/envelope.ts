/**
 * What the client of a connection sends. Scopes and channels are unsigned 32-bit integers; a payload is a view on the
 * message it came in.
 */
export type ClientEnvelope =
  | { readonly type: "authorization"; readonly payload: Uint8Array }
  | { readonly type: "request"; readonly scope: number; readonly payload: Uint8Array }
  | ChannelEnvelope;

/** What the server of a connection sends. */
export type ServerEnvelope =
  | { readonly type: "authorization"; readonly payload: Uint8Array }
  | { readonly type: "response"; readonly scope: number; readonly payload: Uint8Array }
  | { readonly type: "response-finish"; readonly scope: number }
  | ChannelEnvelope;

/** What both sides send. */
export type ChannelEnvelope =
  | {
      readonly type: "channel-request" | "channel-response";
      readonly scope: number;
      readonly channel: number;
      readonly payload: Uint8Array;
    }
  | { readonly type: "channel-response-finish"; readonly scope: number; readonly channel: number };

/** One frame of a connection: a WebSocket message with a header of nine bytes and a payload. */
export type Envelope = ClientEnvelope | ServerEnvelope;

/** Which side of a connection. The client opens scopes; both open channels in them. */
export type Role = "client" | "server";

/** What a side sends. */
export type EnvelopeFrom<R extends Role> = R extends "client" ? ClientEnvelope : ServerEnvelope;

/** The bytes before the payload: the type, the scope and the channel. */
export const HEADER_BYTES = 9;

/** The first byte of each type. */
export const TYPE_BYTES: Readonly<Record<Envelope["type"], number>> = {
  authorization: 0,
  request: 1,
  response: 2,
  "response-finish": 3,
  "channel-request": 4,
  "channel-response": 5,
  "channel-response-finish": 6,
};
