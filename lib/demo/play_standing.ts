import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { splitMessage } from "../mod.ts";
import { createProxy, type RunningProxy } from "../proxy/mod.ts";
import type { ReadOptions } from "./read_notifications.ts";
import { ServerProcess } from "./server_process.ts";

/**
 * One subscription through three lives of a server behind it: one that is killed, one that ends the path on purpose, and
 * one that the reader leaves. The proxy and the reader are here, the server and its MCP server are other processes.
 */
export async function playStanding({ emit, signal }: ReadOptions): Promise<void> {
  const proxy = await createProxy({ port: 0, WebSocketServer });
  const stop = (): void => void proxy.close();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  // The second gets ready while the first is at work.
  const first = new ServerProcess(proxy.url);
  const second = new ServerProcess(proxy.url);
  const broke = Promise.race([first.broke, second.broke]);
  broke.catch(() => {}); // It may be that nobody waits just then.
  const step = (who: string, what: string): void => emit({ kind: "step", who, what });
  const reader = proxy.notifications.getReader();

  /** Shows so many frames, and the gaps between them. */
  const show = async (most: number): Promise<void> => {
    for (let seen = 0; seen < most; ) {
      const { done, value } = await Promise.race([reader.read(), broke]);
      if (done) throw new Error("The subscription has ended");
      if (value.type === "gap") emit({ kind: "gap", gap: value });
      else {
        seen++;
        emit({ kind: "frame", frame: value });
      }
    }
  };

  try {
    step("proxy", "asks for the tools, as soon as a server is there");
    first.goOn("begin");
    const tools = await Promise.race([listTools(proxy), broke]);
    step("server", `answers with ${tools}; now the proxy asks for notifications`);
    await show(3);
    await first.kill();
    step("server", "is killed, and another takes its place");
    second.goOn("begin");
    await show(3);
    second.goOn("end the path");
    while (proxy.notifications.state === "open") await sleep(5, undefined, { signal });
    step("server", "ends the path on purpose, and then the connection");
    second.goOn("end the connection");
    await show(2);
    await reader.cancel();
    step("reader", "leaves, and the proxy asks no more");
  } finally {
    signal.removeEventListener("abort", stop);
    await Promise.all([first.kill(), second.kill(), proxy.close()]);
    signal.throwIfAborted();
  }
}

/** The first exchange, before which no proxy asks for notifications. */
async function listTools({ asks }: RunningProxy): Promise<string> {
  const { readable, writable } = await asks.ask("mcp/list-tools");
  const reader = readable.getReader();
  const { value = new Uint8Array() } = await reader.read();
  await reader.cancel();
  await writable.abort().catch(() => {});
  const { tools } = JSON.parse(new TextDecoder().decode(splitMessage(value)?.body));
  return `${tools.length} tools`;
}
