import { CutError } from "../mod.ts";
import { connect, type WebSocketMessages } from "../websocket/mod.ts";
import { CliError, usageError } from "./cli_error.ts";
import type { CliContext } from "./context.ts";
import { socketClass } from "./ws_package.ts";

/** How long a peer may take to answer our close frame when the command is stopped, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

/** Connects. @throws {CliError} when there is no connection */
export async function openChannel(url: string, context: CliContext): Promise<WebSocketMessages> {
  checkUrl(url);
  const WebSocket = await socketClass(context);
  const messages = connect(url, { WebSocket, closeTimeout: CLOSE_TIMEOUT });
  const { signal } = context;
  const giveUp = (): void => void messages.writable.abort(signal.reason).catch(() => {});
  signal.addEventListener("abort", giveUp);
  try {
    if (signal.aborted) giveUp();
    await messages.opened;
    return messages;
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof CutError ? error.reason || reasonOf(error.cause) : reasonOf(error);
    const known = why || "nobody answers there, or not as a WebSocket server";
    throw new CliError(`No connection to ${url}: ${known}`, undefined, error);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

function checkUrl(url: string): void {
  let protocol: string | undefined;
  try {
    ({ protocol } = new URL(url));
  } catch {
    // No URL at all.
  }
  if (protocol !== "ws:" && protocol !== "wss:") {
    throw usageError(
      `${JSON.stringify(url)} is no address of a WebSocket, such as ws://127.0.0.1:14979/tool/notifications`,
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
