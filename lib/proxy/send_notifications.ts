import { NotificationEncoderStream } from "../notifications/notification_encoder_stream.ts";
import type { NotificationFrame } from "../notifications/notification_frame.ts";
import type { Ending } from "../streams/ending.ts";
import { TerminalGuard } from "../streams/terminal_guard.ts";
import type { WebSocketMessages } from "../websocket/web_socket_messages.ts";
import { untilError } from "./until_error.ts";

/** Sends frames on a path that is open, and then the finish. What breaks them off breaks the path off, too. */
export async function sendNotifications(
  { readable, writable, closed }: WebSocketMessages,
  frames: ReadableStream<NotificationFrame>,
): Promise<Ending<NotificationFrame>> {
  // The proxy says nothing here. But unread it would hide the end.
  readable.pipeTo(new WritableStream()).catch(() => {});
  const guard = new TerminalGuard<NotificationFrame>({ unserved: "close" });
  try {
    await untilError(frames).pipeThrough(guard).pipeThrough(new NotificationEncoderStream()).pipeTo(writable);
  } catch (reason) {
    // A proxy that leaves in order has done nothing wrong.
    const { clean, by } = await closed;
    if (!clean || by !== "peer") throw reason;
  }
  return guard.ending;
}
