import {
  type NotificationFrame,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
} from "channel-frames";
import { type Equal, is } from "./equal.ts";

type Frames = ReadableStream<NotificationFrame>;

/** Every kind of stream of bytes that platforms give: the frames are inferred from each. */
export function sources(
  bytes: ReadableStream<Uint8Array>,
  owned: ReadableStream<Uint8Array<ArrayBuffer>>,
  buffers: ReadableStream<ArrayBufferView | ArrayBuffer>,
  mixed: ReadableStream<ArrayBuffer | string>,
): void {
  const fromBytes = bytes.pipeThrough(new NotificationGuardedDecoderStream());
  const fromOwned = owned.pipeThrough(new NotificationGuardedDecoderStream());
  const fromBuffers = buffers.pipeThrough(new NotificationGuardedDecoderStream());
  const fromMixed = mixed.pipeThrough(new NotificationGuardedDecoderStream());
  is<Equal<typeof fromBytes, Frames>>();
  is<Equal<typeof fromOwned, Frames>>();
  is<Equal<typeof fromBuffers, Frames>>();
  is<Equal<typeof fromMixed, Frames>>();
}

/** What a fetch gives. */
export function body(response: Response): void {
  if (response.body === null) return;
  const piped = response.body.pipeThrough(new NotificationGuardedDecoderStream());
  is<Equal<typeof piped, Frames>>();
}

export function bodyRead({ body }: Response): void {
  if (body === null) return;
  const frames = readFrames(body, notificationFrames);
  const read = frames.getReader();
  is<Equal<typeof read, ReadableStreamDefaultReader<NotificationFrame>>>();
}

/** No stream of anything else is taken. */
export function others(numbers: ReadableStream<number>): void {
  // @ts-expect-error numbers are no messages
  numbers.pipeThrough(new NotificationGuardedDecoderStream());
  // @ts-expect-error nor here
  readFrames(numbers, notificationFrames);
}
