import type { NotificationFrame, RunLoopFrame } from "channel-frames";

/** The frame of a custom notification, as of the messages A, B and C. */
export function notificationFrame(method: string, n: number): NotificationFrame {
  return { type: "notification", notification: { method, params: { n } } };
}

/** The frames of the messages A, B, C and E. */
export const frameA: NotificationFrame = notificationFrame("x/a", 1);
export const frameB: NotificationFrame = notificationFrame("x/b", 2);
export const frameC: NotificationFrame = notificationFrame("x/c", 3);
export const frameE: NotificationFrame = { type: "error", error: { code: -32603, message: "boom" } };

/** The frame of a chunk that stands alone, whatever stands beside it. */
export function userFrame(prompt: string): RunLoopFrame {
  return { type: "chunk", chunk: { type: "user", prompt } };
}

/** The frame of a text fragment. */
export function textFrame(text: string): RunLoopFrame {
  return { type: "chunk", chunk: { type: "assistant_text_content", text } };
}

/** The frame of a tool call's fragment. */
export function callFrame(id: string, name: string, fragment?: string): RunLoopFrame {
  const call = { type: "assistant_tool_call", id, name } as const;
  return { type: "chunk", chunk: fragment === undefined ? call : { ...call, arguments: fragment } };
}
