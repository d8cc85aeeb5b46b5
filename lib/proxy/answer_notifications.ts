import type { NotificationFrame } from "../notifications/notification_frame.ts";
import type { Ending } from "../streams/ending.ts";
import type { ConnectOptions } from "../websocket/connect.ts";
import { answerPath } from "./answer_path.ts";
import type { Ask } from "./ask.ts";
import { openPath, untilOpen } from "./open_path.ts";
import { sendNotifications } from "./send_notifications.ts";

/** Options of {@link answerNotifications}. */
export interface AnswerOptions extends Omit<ConnectOptions, "isFinish" | "onText"> {}

/**
 * Answers an ask for notifications: opens its path, sends every frame as it comes, and then the finish. An error frame is
 * sent as the last message, whatever comes after it. A stream that ends at once, or none, says that the ask is not
 * served. A stream that errors breaks the path off: to the proxy that is a cut, and no finish.
 *
 * @param base the address of the proxy, such as `ws://127.0.0.1:14979`
 * @param frames is read while the path is open, and otherwise cancelled
 * @returns when the path is closed: how the sequence ended; `cancelled` if the proxy closed the path in order
 * @throws {AnswerRefusedError} (as a rejection, like the others) if the path could not be opened
 * @throws {CutError} if the path broke
 * @throws {FrameEncodeError} for a frame that a peer would refuse; what the stream of frames errored with
 *
 * @example
 * ```ts
 * import { buildNotification, type NotificationFrame } from "channel-frames";
 * import { AnswerRefusedError, answerNotifications } from "channel-frames/proxy";
 * import { WebSocket } from "ws";
 *
 * const frames = new ReadableStream<NotificationFrame>({
 *   start(controller) {
 *     controller.enqueue(buildNotification("notifications/tools/list_changed"));
 *     controller.close();
 *   },
 * });
 * // Nobody listens there.
 * await answerNotifications("ws://127.0.0.1:9", { channel: 7 }, frames, { WebSocket }).catch((error) =>
 *   console.assert(error instanceof AnswerRefusedError && error.code === "unopened"),
 * );
 * ```
 */
export async function answerNotifications(
  base: string | URL,
  ask: Pick<Ask, "channel">,
  frames: ReadableStream<NotificationFrame> | undefined,
  options: AnswerOptions = {},
): Promise<Ending<NotificationFrame>> {
  try {
    const messages = openPath(base, answerPath("mcp/notifications", ask.channel), options);
    await untilOpen(messages, options.signal);
    if (frames) return await sendNotifications(messages, frames);
    await messages.writable.close();
    return { kind: "unserved", frames: 0 };
  } catch (reason) {
    if (frames && !frames.locked) frames.cancel(reason).catch(() => {});
    throw reason;
  }
}
