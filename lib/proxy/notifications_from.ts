import { checkOption } from "../frame/check_option.ts";
import { CutError } from "../frame/cut_error.ts";
import { isServerNotification } from "../notifications/is_server_notification.ts";
import type { NotificationFrame } from "../notifications/notification_frame.ts";
import { connectionErrorData } from "./connection_error_data.ts";
import { type ErrorVerdict, errorVerdict } from "./error_verdict.ts";
import { FrameQueue } from "./frame_queue.ts";
import { listenToClient } from "./listen_to_client.ts";
import { isMcpClient, type McpClient } from "./mcp_client.ts";
import { lossOf, recordLoss, watchForLoss } from "./transport_loss.ts";

/** Options of {@link notificationsFrom}. */
export interface NotificationsFromOptions {
  /**
   * How many notifications may be queued for the reader, as an MCP server cannot be made to wait. With more the stream
   * errors, once the queue has been read, with a `CutError` that says `by: "overrun"`.
   * @default 16384
   */
  readonly maxQueued?: number | undefined;
  /**
   * What an error means that the transport reports, and that does not close it. By default `"fail"` are HTTP's 404, by
   * which a server says that the session is gone, and the SDK's words for a stream that it opens no more, or not to the
   * same session; `"cut"` are its words for a stream of Streamable HTTP that broke and is opened again, as few servers
   * make up for what was missed; and all others are passed over, such as a line that is no JSON.
   */
  readonly judgeError?: ((error: unknown) => ErrorVerdict) | undefined;
  /** Stops listening, and errors the stream with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Every notification that an MCP server sends to a client, known or not, progress included, in their order. The client
 * is one of an MCP SDK, by its shape; its own handlers go on working. Nothing of it is changed any more when the stream is
 * over, but that after a cut the errors of its transport are watched until that is closed: one that is lost says so once.
 *
 * Listening begins at once. A client that is not connected yet is listened to from its next `connect` on: called before
 * it, nothing is missed. The stream is for one connection:
 *
 * | what happens | the stream |
 * | --- | --- |
 * | `client.close()` | closes |
 * | the connection closes otherwise, the server dies, `connect` fails, an error after which nothing comes any more | an error frame with the JSON-RPC code of the error or -32000, then closes |
 * | a stream of HTTP breaks, and is opened again | errors with a `CutError`, `by: "carrier"`: something may be missing. What comes afterwards is for a new stream |
 * | the reader is too slow | errors with a `CutError`, `by: "overrun"`, after what was queued |
 * | the reader cancels | nothing is listened to any more; the client stays connected |
 *
 * @throws {TypeError} for what is no such client, or an option that has no sense.
 *
 * @example
 * ```ts
 * import { notificationsFrom } from "channel-frames/proxy";
 * import { Client } from "@modelcontextprotocol/sdk/client/index.js";
 * import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 *
 * const server = new McpServer({ name: "notes", version: "1.0.0" });
 * const client = new Client({ name: "relay", version: "1.0.0" });
 * const frames = notificationsFrom(client).getReader();
 * const [near, far] = InMemoryTransport.createLinkedPair();
 * await Promise.all([client.connect(near), server.connect(far)]);
 *
 * await server.server.notification({ method: "notifications/progress", params: { progressToken: 1, progress: 2 } });
 * const { value } = await frames.read();
 * console.assert(value?.type === "notification" && value.notification.method === "notifications/progress");
 * await client.close();
 * console.assert((await frames.read()).done);
 * ```
 */
export function notificationsFrom(
  client: McpClient,
  options: NotificationsFromOptions = {},
): ReadableStream<NotificationFrame> {
  const { maxQueued = 16_384, judgeError = errorVerdict, signal } = options;
  checkOption("maxQueued", Number.isSafeInteger(maxQueued) && maxQueued > 0);
  if (!isMcpClient(client)) throw new TypeError("Not a client of an MCP SDK");

  let stop = (): void => {};
  const queue = new FrameQueue<NotificationFrame>({ signal, cancelled: () => stop() });

  const breakOff = (reason: unknown): void => {
    stop();
    queue.fail(reason);
  };
  const fail = (error?: unknown): void => {
    stop();
    queue.push({ type: "error", error: connectionErrorData(error) });
    queue.close();
  };
  const loss = client.transport && lossOf(client.transport);
  if (loss) {
    fail(loss.error);
    return queue.readable;
  }
  stop = listenToClient(client, {
    message(message) {
      if ("id" in Object(message) || !isServerNotification(message)) return;
      if (queue.length < maxQueued) return queue.push({ type: "notification", notification: message });
      breakOff(new CutError({ by: "overrun" }));
    },
    failed(error, transport) {
      try {
        const verdict = judgeError(error);
        if (verdict === "fail") {
          recordLoss(transport, error);
          fail(error);
        } else if (verdict === "cut") {
          watchForLoss(transport, judgeError);
          breakOff(new CutError({ cause: error }));
        }
      } catch (reason) {
        breakOff(reason);
      }
    },
    closed(by) {
      if (by === "local") queue.close();
      else fail(by?.error);
    },
  });
  if (signal?.aborted) stop();
  return queue.readable;
}
