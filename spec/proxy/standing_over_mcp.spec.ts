import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { notificationsFrom } from "../../lib/proxy/notifications_from.ts";
import { serveAsks } from "../../lib/proxy/serve_asks.ts";
import { until } from "../websocket/support/until.ts";
import { collect } from "./support/collect.ts";
import { ways } from "./support/everything.ts";
import { startProxy } from "./support/start_proxy.ts";

/** Serves what the client hears, until it is told to stop. */
function serve(url: string, client: Client): () => Promise<void> {
  const stop = new AbortController();
  const served = serveAsks(
    url,
    {
      "mcp/list-tools": ({ payload }, { open }) => {
        const writer = open().writable.getWriter();
        writer.write(payload).catch(() => {});
        return writer.close();
      },
      "mcp/notifications": () => notificationsFrom(client),
    },
    { WebSocket, signal: stop.signal, minDelay: 5 },
  );
  const end = (): Promise<void> => {
    stop.abort();
    return served;
  };
  onTestFinished(end);
  return end;
}

test.for(ways)("a subscription over an MCP server by %s that is killed, and later closed", async ([name, start]) => {
  const server = await start();
  const client = new Client({ name: "provider", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(server.transport());
  const proxy = await startProxy();
  const { chunks } = collect(proxy.notifications);
  const seen = () => chunks.map((chunk) => (chunk.type === "notification" ? chunk.notification.method : chunk.type));
  const provoke = async (uri: number): Promise<void> => {
    const before = chunks.length;
    await until(() => proxy.notifications.state === "open");
    await client.subscribeResource({ uri: `demo://resource/dynamic/text/${uri}` });
    await until(() => seen().includes("notifications/message", before));
  };

  let stop = serve(proxy.url, client);
  const { readable } = await proxy.asks.ask("mcp/list-tools", Uint8Array.of(0));
  for (const reader = readable.getReader(); !(await reader.read()).done; );
  await provoke(1);

  // The MCP server dies. The provider says so, and the proxy does not ask on this connection again.
  await server.kill();
  await until(() => seen().includes("error"));
  expect(chunks.at(-1)).toMatchObject({ type: "error", error: { code: -32000 } });
  await until(() => proxy.notifications.state === "waiting");
  await client.close();
  await server.restart();
  await client.connect(server.transport());
  expect(proxy.asks.connections).toBe(1);
  expect(proxy.asks.channels).toBe(0);

  await stop();
  await until(() => !proxy.asks.isConnected);
  stop = serve(proxy.url, client);
  await provoke(2);

  // The MCP server is closed in order, and so is the path.
  await client.close();
  await until(() => proxy.notifications.state === "waiting");
  await client.connect(server.transport());
  await stop();
  await until(() => !proxy.asks.isConnected);
  stop = serve(proxy.url, client);
  await provoke(3);
  await proxy.close();

  const gaps = chunks.flatMap((chunk) => (chunk.type === "gap" ? [chunk.ending.kind] : []));
  // A stream of HTTP broke first, which might have been opened again: there the proxy asks at once.
  expect(gaps).toEqual(name === "Streamable HTTP" ? ["cut", "failed", "finished"] : ["failed", "finished"]);
  expect(seen().filter((what) => what === "error")).toHaveLength(1);
  expect(seen()[seen().indexOf("error") + 1]).toBe("gap");
});
