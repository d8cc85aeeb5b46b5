import { type ConnectOptions, connect } from "../websocket/connect.ts";
import type { WebSocketMessages } from "../websocket/web_socket_messages.ts";
import { AnswerRefusedError } from "./answer_refused_error.ts";

/**
 * Opens a path of a proxy.
 *
 * @param base the address of the proxy. What it has of a path comes first, and its query is kept
 * @throws {TypeError} for what is no address, or as `connect` does
 */
export function openPath(base: string | URL, path: string, options: ConnectOptions): WebSocketMessages {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return connect(url, options);
}

/**
 * Fulfils when the path is open.
 *
 * @throws {AnswerRefusedError} what the signal says
 */
export async function untilOpen({ opened }: WebSocketMessages, signal: AbortSignal | undefined): Promise<void> {
  try {
    await opened;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new AnswerRefusedError(statusOf(cause), { cause });
  }
}

/** No interface tells the status. The `ws` package has it in its words, and so have some runtimes. */
function statusOf(error: unknown): number | undefined {
  for (let cause = error; cause !== undefined; cause = Object(cause).cause) {
    const text = typeof cause === "string" ? cause : String(Object(cause).message);
    const [, status] = /(?:response|status(?: code)?):? ([2-5]\d\d)\b/i.exec(text) ?? [];
    if (status) return Number(status);
  }
  return undefined;
}
