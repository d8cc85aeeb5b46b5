/**
 * Record a channel, and replay it as it was: its messages, their times and its ending, in MessagePack. The same format
 * carries messages over what keeps no boundaries: a file, a pipe, a socket of TCP.
 *
 * @module
 */

export type { OutgoingMessage } from "../streams/outgoing_message.ts";
export { type Recording, record } from "./record.ts";
export { type Replay, type ReplayOptions, replay } from "./replay.ts";
export { type TapeDecoderOptions, TapeDecoderStream } from "./tape_decoder_stream.ts";
export { type TapeEncoderOptions, TapeEncoderStream } from "./tape_encoder_stream.ts";
export { TapeError, type TapeErrorCode } from "./tape_error.ts";
export type { TapeOptions } from "./tape_options.ts";
export type {
  TapeDirection,
  TapeEnd,
  TapeEnding,
  TapeGap,
  TapeHeader,
  TapeMessage,
  TapeRecord,
} from "./tape_record.ts";
export { TapeRecorder } from "./tape_recorder.ts";
export type { TapeRecorderOptions } from "./tape_recorder_options.ts";
