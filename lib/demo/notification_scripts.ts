import { buildNotification, type NotificationFrame } from "../mod.ts";

const gone: NotificationFrame = { type: "error", error: { code: -32603, message: "The MCP server is gone" } };

/** Two items, then an error: the channel failed. */
export function* failing(): Generator<NotificationFrame> {
  yield progress(1, 5);
  yield progress(2, 5);
  yield gone;
}

/** Goes on after its error, against the protocol. */
export function* unruly(): Generator<NotificationFrame> {
  yield progress(1, 5);
  yield gone;
  yield progress(2, 5);
}

/** Breaks down in the middle. */
export function* dying(): Generator<NotificationFrame> {
  yield progress(1, 5);
  yield progress(2, 5);
  yield progress(3, 5);
  throw new Error("The provider breaks down");
}

/** Goes on until the reader has had enough. */
export function* endless(): Generator<NotificationFrame> {
  for (let step = 1; ; step++) yield progress(step);
}

function progress(step: number, total?: number): NotificationFrame {
  return buildNotification("notifications/progress", { progressToken: "copy", progress: step, total });
}
