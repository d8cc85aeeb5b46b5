/**
 * Typed, validated frames on WHATWG streams for the channels of the Diverge Provider Protocol 2.3.0, and how each
 * sequence of them ended.
 *
 * @example Read a notification channel
 * ```ts
 * import { NotificationDecoderStream, type NotificationFrame, TerminalGuard } from "channel-frames";
 *
 * async function show(messages: ReadableStream<Uint8Array>): Promise<void> {
 *   const guard = new TerminalGuard<NotificationFrame>();
 *   const frames = messages.pipeThrough(new NotificationDecoderStream()).pipeThrough(guard);
 *   for await (const frame of frames) {
 *     if (frame.type === "notification") console.log(frame.notification.method);
 *     else console.error(frame.error.code, frame.error.message); // always the last frame
 *   }
 *   console.log(await guard.ending);
 * }
 * console.assert(typeof show === "function");
 * ```
 *
 * @module
 */

// Messages and frames, without streams
export { anyJson } from "./frame/any_json.ts";
// Failures
export { ChannelError } from "./frame/channel_error.ts";
export { type CutBy, CutError, type CutErrorDetails } from "./frame/cut_error.ts";
export { decodeFrame, type MessageSource } from "./frame/decode_frame.ts";
export {
  type DefinedFrame,
  defineFamily,
  type HalfDefinition,
  type JsonDefinition,
  type RawDefinition,
} from "./frame/define_family.ts";
export { encodeFrame } from "./frame/encode_frame.ts";
export { FrameAfterErrorError } from "./frame/frame_after_error_error.ts";
export {
  FrameEncodeError,
  type FrameEncodeErrorCode,
  type FrameEncodeErrorDetails,
} from "./frame/frame_encode_error.ts";
export { FrameError, type FrameErrorCode, type FrameErrorDetails, type FrameIssue } from "./frame/frame_error.ts";
export type { AnyFrame, ErrorOf, FrameFamily, FrameOf } from "./frame/frame_family.ts";
export type { IntegerMode, JsonArray, JsonObject, JsonValue, NumberOf } from "./frame/json_value.ts";
export type { FrameOptions } from "./frame/limits.ts";
export { copyMessage, ERROR_TAG, ITEM_TAG, joinMessage, type MessageParts, splitMessage } from "./frame/message.ts";
export { type RawFrame, rawFrames } from "./frame/raw_frames.ts";
export type { SchemaInput, SchemaIssue, SchemaResult, SyncSchema } from "./frame/standard_schema.ts";
export { UnservedError } from "./frame/unserved_error.ts";
// MCP notifications
export { type BuiltNotification, buildNotification, type ParamsOf } from "./notifications/build_notification.ts";
export type { ErrorData } from "./notifications/error_data.ts";
export { isKnownNotification } from "./notifications/is_known_notification.ts";
export { isServerNotification } from "./notifications/is_server_notification.ts";
export { NotificationDecoderStream } from "./notifications/notification_decoder_stream.ts";
export { NotificationEncoderStream } from "./notifications/notification_encoder_stream.ts";
export type { NotificationFrame } from "./notifications/notification_frame.ts";
export { notificationFrames } from "./notifications/notification_frames.ts";
export { NotificationGuardedDecoderStream } from "./notifications/notification_guarded_decoder_stream.ts";
export type * from "./notifications/server_notification.ts";
// Agentic run loops
export type * from "./run-loop/agentic_loop_chunk.ts";
export { type Coalesced, coalesce } from "./run-loop/coalesce.ts";
export type { CoalescedChunk, CoalescedToolCall, UsageTotal } from "./run-loop/coalesced_chunk.ts";
export { type CoalescedChunksOptions, CoalescedChunksStream } from "./run-loop/coalesced_chunks_stream.ts";
export type * from "./run-loop/content_block.ts";
export type { Fragment } from "./run-loop/fragments.ts";
export { type RunLoopDecoderOptions, RunLoopDecoderStream } from "./run-loop/run_loop_decoder_stream.ts";
export { type RunLoopEncoderOptions, RunLoopEncoderStream } from "./run-loop/run_loop_encoder_stream.ts";
export type { RunLoopFrame } from "./run-loop/run_loop_frame.ts";
export { runLoopFamily, runLoopFrames } from "./run-loop/run_loop_frames.ts";
export {
  type RunLoopGuardedDecoderOptions,
  RunLoopGuardedDecoderStream,
} from "./run-loop/run_loop_guarded_decoder_stream.ts";
export type { ChunkOf, RunLoopFrameOf, RunLoopOptions } from "./run-loop/run_loop_options.ts";
// Streams of any family
export type { DecoderInput, DecoderOptions } from "./streams/decoder.ts";
export type { Ending } from "./streams/ending.ts";
export { FrameDecoderStream } from "./streams/frame_decoder_stream.ts";
export { type EncoderOptions, FrameEncoderStream } from "./streams/frame_encoder_stream.ts";
export type { FrameReadable } from "./streams/frame_readable.ts";
export type { GuardedDecoderOptions } from "./streams/guarded_decoder.ts";
export { GuardedDecoderStream } from "./streams/guarded_decoder_stream.ts";
export { MessageGuard, type MessageGuardOptions } from "./streams/message_guard.ts";
export { readFrames } from "./streams/read_frames.ts";
export type { GuardOptions } from "./streams/sequence.ts";
export { TerminalGuard } from "./streams/terminal_guard.ts";
