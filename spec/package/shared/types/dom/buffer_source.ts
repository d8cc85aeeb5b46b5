import {
  MessageGuard,
  type NotificationFrame,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
} from "channel-frames";
import { type Equal, is } from "../equal.ts";

/** `BufferSource`, which only the DOM's library has as a global. */
export function bufferSources(sources: ReadableStream<BufferSource>): void {
  const frames = sources.pipeThrough(new NotificationGuardedDecoderStream());
  is<Equal<typeof frames, ReadableStream<NotificationFrame>>>();
}

export function bufferSourcesRead(sources: ReadableStream<BufferSource>): void {
  const reader = readFrames(sources, notificationFrames).getReader();
  is<Equal<typeof reader, ReadableStreamDefaultReader<NotificationFrame>>>();
}

export function bufferSourcesRelayed(sources: ReadableStream<BufferSource>): void {
  const messages = sources.pipeThrough(new MessageGuard());
  is<Equal<typeof messages, ReadableStream<Uint8Array>>>();
}
