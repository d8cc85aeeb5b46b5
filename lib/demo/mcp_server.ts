import { setMaxListeners } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { isServerNotification, type NotificationFrame } from "../mod.ts";
import { Inbox } from "./inbox.ts";
import { provoke } from "./provoke.ts";

/** Something that sends notifications when it is provoked. */
export interface NotificationSource {
  /** Ends when `provoke` is done. */
  readonly notifications: ReadableStream<NotificationFrame>;
  provoke(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a source; the signal gives it up. */
export type StartSource = (signal: AbortSignal) => Promise<NotificationSource>;

/** Starts the official `server-everything` as a process of its own and connects to it over stdio. */
export async function startMcpServer(signal: AbortSignal): Promise<NotificationSource> {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(manifest), "dist", "index.js"), "stdio"],
    stderr: "ignore",
  });
  const client = new Client({ name: "channel-frames-demo", version: "1.0.0" }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///demo", name: "demo" }] }));

  // The client leaves a listener behind with each request, and Node would warn of those.
  setMaxListeners(0, signal);
  const inbox = new Inbox<NotificationFrame>();
  // The client keeps progress to itself, so notifications are taken from under it. It calls this one before its own.
  transport.onmessage = (message) => {
    if (!("id" in message) && isServerNotification(message))
      inbox.push({ type: "notification", notification: message });
  };
  transport.onclose = () => inbox.fail(new Error("The MCP server is gone"));

  const close = async (): Promise<void> => {
    stop(transport.pid);
    await client.close();
  };
  try {
    await client.connect(transport, { signal });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    notifications: inbox.stream,
    provoke: () => provoke(client, signal).finally(() => inbox.close()),
    close,
  };
}

/** The server's timers would keep it for two seconds after its input ends; on this signal it leaves at once. */
function stop(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, "SIGINT");
  } catch {
    // It has left already.
  }
}
