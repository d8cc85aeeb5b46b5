import { checkOption } from "../frame/check_option.ts";
import type { DecoderInput } from "../streams/decoder.ts";
import type { ConnectOptions } from "../websocket/connect.ts";
import type { Ask } from "./ask.ts";
import type { AskError } from "./ask_error.ts";
import type { AskHandlers } from "./ask_handlers.ts";
import { AsksAtWork } from "./asks_at_work.ts";
import { Backoff, type BackoffOptions } from "./backoff.ts";
import { delay } from "./delay.ts";

/** Why and when `/requests` is opened again. */
export interface Reconnect {
  /** What the last connection ended with, or could not be opened for; `undefined` if the proxy closed it in order. */
  readonly reason: unknown;
  /** How many attempts have come to nothing, this one included. */
  readonly failures: number;
  /** How long until the next, in milliseconds. */
  readonly delay: number;
}

/** Options of {@link serveAsks}. */
export interface ServeAsksOptions extends Omit<ConnectOptions, "isFinish" | "onText">, BackoffOptions {
  /**
   * How many asks may be in work at once. With more, `/requests` is not read any further.
   * @default 1024
   */
  readonly maxAsks?: number | undefined;
  /** Told when `/requests` is open. */
  readonly onConnect?: (() => void) | undefined;
  /** Told when it has ended, or could not be opened, and will be opened again. */
  readonly onReconnect?: ((reconnect: Reconnect) => void) | undefined;
  /** Told of each ask that was not answered, or whose answer broke off. */
  readonly onAskFailed?: ((error: unknown, ask: Ask) => void) | undefined;
  /** Told of each message that is no ask, or of no known kind. It is skipped, and the connection goes on. */
  readonly onMalformed?: ((error: AskError, message: DecoderInput) => void) | undefined;
  /** Ends the serving. Answers that go on then are broken off. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The server's side of a proxy: holds `/requests` open and has each ask answered by the handler of its kind. When the
 * connection ends it opens another, after a pause that grows with each attempt which comes to nothing. Asks that were not
 * answered are lost then, and their handlers are told by a signal; answers that have begun go on.
 *
 * A handler that fails ends its own answer and nothing else: before it has opened the path, the ask is answered as not
 * served; after that, the path is broken off.
 *
 * @param base the address of the proxy, such as `ws://127.0.0.1:14979`
 * @returns when the option `signal` has fired and every connection is closed. What a callback throws ends the serving, and
 * is what it rejects with
 * @throws {TypeError} (as a rejection) for what is no address, or an option that has no sense
 *
 * @example Serve notifications, and leave everything else unserved
 * ```ts
 * import { buildNotification, type NotificationFrame } from "channel-frames";
 * import { serveAsks } from "channel-frames/proxy";
 * import { WebSocket } from "ws";
 *
 * const stop = new AbortController();
 * const served = serveAsks(
 *   "ws://127.0.0.1:14979",
 *   {
 *     "mcp/notifications": () =>
 *       new ReadableStream<NotificationFrame>({
 *         start: (controller) => controller.enqueue(buildNotification("notifications/tools/list_changed")),
 *       }),
 *   },
 *   {
 *     WebSocket,
 *     signal: stop.signal,
 *     onReconnect: ({ failures, delay }) => console.log(`${failures} failed; again in ${delay} ms`),
 *     onAskFailed: (error, ask) => console.error(ask.kind, error),
 *   },
 * );
 * setTimeout(() => stop.abort(), 50);
 * await served;
 * ```
 */
export async function serveAsks(
  base: string | URL,
  handlers: AskHandlers,
  options: ServeAsksOptions = {},
): Promise<void> {
  const { minDelay, maxDelay, maxAsks = 1024, onConnect, onReconnect, onAskFailed, onMalformed, ...socket } = options;
  checkOption("maxAsks", Number.isSafeInteger(maxAsks) && maxAsks > 0);
  const backoff = new Backoff({ minDelay, maxDelay });
  const work = new AsksAtWork(
    handlers,
    { ...socket, base: new URL(base) },
    { maxAsks, onConnect, onAskFailed, onMalformed },
  );
  const stop = (): void => work.stop(options.signal?.reason);
  if (options.signal?.aborted) stop();
  else options.signal?.addEventListener("abort", stop);
  try {
    while (!work.stopped.aborted) {
      const start = Date.now();
      const { reason, hadAsks } = await work.serveConnection();
      if (work.stopped.aborted) break;
      if (hadAsks || backoff.survived(Date.now() - start)) backoff.reset();
      const milliseconds = backoff.next();
      work.tell(() => onReconnect?.({ reason, failures: backoff.failures, delay: milliseconds }));
      await delay(milliseconds, work.stopped).catch(() => {});
    }
  } finally {
    options.signal?.removeEventListener("abort", stop);
    await work.ended();
  }
}
