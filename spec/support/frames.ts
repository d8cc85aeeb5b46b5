import type { AgenticLoopChunk, NotificationFrame, RunLoopFrame } from "channel-frames";

/** The frame of a custom notification, as of the messages A, B and C. */
export function notificationFrame(method: string, n: number): NotificationFrame {
  return { type: "notification", notification: { method, params: { n } } };
}

/** The frames of the messages A, B, C and E. */
export const frameA: NotificationFrame = notificationFrame("x/a", 1);
export const frameB: NotificationFrame = notificationFrame("x/b", 2);
export const frameC: NotificationFrame = notificationFrame("x/c", 3);
export const frameE: NotificationFrame = { type: "error", error: { code: -32603, message: "boom" } };

/** The frame of one chunk. */
export function chunkFrame(chunk: AgenticLoopChunk): RunLoopFrame {
  return { type: "chunk", chunk };
}

/** The frame of a text fragment, as of the message T(text). */
export function textFrame(text: string): RunLoopFrame {
  return chunkFrame({ type: "assistant_text_content", text });
}

/** The frame of a chunk that stands alone, whatever stands beside it. */
export function userFrame(prompt: string): RunLoopFrame {
  return chunkFrame({ type: "user", prompt });
}
