import {
  type Ending,
  isKnownNotification,
  type NotificationFrame,
  notificationFrames,
  type ProgressNotification,
  readFrames,
} from "channel-frames";
import { type Equal, is } from "./equal.ts";

/** `for await` works on the result of `readFrames` even where the platform's types have none for streams. */
export async function reading(bytes: ReadableStream<Uint8Array>): Promise<Ending<NotificationFrame>> {
  const frames = readFrames(bytes, notificationFrames);
  for await (const frame of frames) {
    is<Equal<typeof frame, NotificationFrame>>();
    if (frame.type !== "notification" || !isKnownNotification(frame.notification)) continue;
    const { notification } = frame;
    if (notification.method === "notifications/progress") is<Equal<typeof notification, ProgressNotification>>();
  }
  return frames.ending;
}

/** By hand, with an iterator that leaves the source alone. */
export async function first(bytes: ReadableStream<Uint8Array>): Promise<NotificationFrame | undefined> {
  const iterator = readFrames(bytes, notificationFrames).values({ preventCancel: true });
  const result = await iterator.next();
  if (!result.done) is<Equal<typeof result.value, NotificationFrame>>();
  await iterator.return?.();
  return result.done ? undefined : result.value;
}

/** It is an ordinary stream for everything that takes one. */
export const ordinary = (bytes: ReadableStream<Uint8Array>): ReadableStream<NotificationFrame> =>
  readFrames(bytes, notificationFrames);
