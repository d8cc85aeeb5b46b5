/**
 * Many channels over one connection: envelopes, and both sides of a provider connection.
 *
 * @module
 */

export type { OutgoingMessage } from "../streams/outgoing_message.ts";
export { ClientConnection } from "./client_connection.ts";
export { Connection, type ConnectionClose } from "./connection.ts";
export { decodeEnvelope } from "./decode_envelope.ts";
export type { ConnectionStats, Disregarded } from "./disregarded.ts";
export { encodeEnvelope } from "./encode_envelope.ts";
export type { ChannelEnvelope, ClientEnvelope, Envelope, EnvelopeFrom, Role, ServerEnvelope } from "./envelope.ts";
export { type EnvelopeDecoderOptions, EnvelopeDecoderStream } from "./envelope_decoder_stream.ts";
export { type EnvelopeEncoderOptions, EnvelopeEncoderStream } from "./envelope_encoder_stream.ts";
export { EnvelopeError, type EnvelopeErrorCode } from "./envelope_error.ts";
export type { Stall } from "./flow.ts";
export type { MessageDuplex } from "./link.ts";
export type { ConnectionOptions } from "./options.ts";
export type { ClientScope, IncomingChannel, OpenedChannel, Scope, ServerScope } from "./scope.ts";
export { ServerConnection } from "./server_connection.ts";
