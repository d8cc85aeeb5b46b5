/**
 * The proxy of a container, from either side: asks on `/requests`, the paths of their answers, and a subscription to
 * notifications that survives their endings.
 *
 * @module
 */

export type { AnswerMessages, RequestsMessages } from "./answer_messages.ts";
export { type AnswerOptions, answerNotifications } from "./answer_notifications.ts";
export { type AnswerAddress, answerPath, parseAnswerPath } from "./answer_path.ts";
export { type AnswerRefusedCode, AnswerRefusedError } from "./answer_refused_error.ts";
export { ASK_KINDS, type Ask, type AskKind } from "./ask.ts";
export { AskChannel } from "./ask_channel.ts";
export { type AskDecoderOptions, AskDecoderStream } from "./ask_decoder_stream.ts";
export { type AskEncoderOptions, AskEncoderStream } from "./ask_encoder_stream.ts";
export { AskError, type AskErrorCode } from "./ask_error.ts";
export type { AskContext, AskHandler, AskHandlers, NotificationsHandler } from "./ask_handlers.ts";
export { type AskLostCode, AskLostError } from "./ask_lost_error.ts";
export type { AnnouncedAskOptions, AskChannelOptions, AskOptions, UntilConnectedOptions } from "./ask_options.ts";
export type { BackoffOptions } from "./backoff.ts";
export type { Claim } from "./claim.ts";
export { createProxy } from "./create_proxy.ts";
export { decodeAsk } from "./decode_ask.ts";
export { type DeliverToOptions, deliverTo, type McpServer } from "./deliver_to.ts";
export { encodeAsk } from "./encode_ask.ts";
export type { Gap } from "./gap.ts";
export type { McpClient, McpTransport } from "./mcp_client.ts";
export { NotificationsFailedError } from "./notifications_failed_error.ts";
export { type NotificationsFromOptions, notificationsFrom } from "./notifications_from.ts";
export type { HandlerContext, ProxyOptions, Served } from "./proxy_options.ts";
export type { RunningProxy } from "./running_proxy.ts";
export { type Reconnect, type ServeAsksOptions, serveAsks } from "./serve_asks.ts";
export type { SocketServer, SocketServerClass, SocketServerOptions, UpgradeRequest } from "./socket_server.ts";
export type { StandingOptions } from "./standing_options.ts";
export type { StandingState } from "./standing_state.ts";
export { StandingSubscription } from "./standing_subscription.ts";
