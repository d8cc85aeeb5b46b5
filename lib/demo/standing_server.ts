// Runs in a process of its own: a provider's server, which answers the asks of a proxy with what a real MCP server says.
// Each line on its input is the word for the next step, and it ends with its input.
import { createInterface } from "node:readline";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { WebSocket } from "ws";
import { ITEM_TAG, joinMessage } from "../mod.ts";
import { notificationsFrom, serveAsks } from "../proxy/mod.ts";
import { everything } from "./everything.ts";
import { WATCHED_URI } from "./provoke.ts";

const [url = ""] = process.argv.slice(2);
const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit());
const lines = input[Symbol.asyncIterator]();

// It is ready, and has not begun.
await lines.next();
for (;;) {
  const stop = new AbortController();
  const mcp = everything();
  await mcp.connect(stop.signal);
  const served = serveAsks(
    url,
    {
      "mcp/list-tools": async (_, { open }) => {
        const body = new TextEncoder().encode(JSON.stringify(await mcp.client.listTools()));
        const writer = open().writable.getWriter();
        await writer.write(joinMessage(ITEM_TAG, body));
        await writer.close();
      },
      "mcp/notifications": () => {
        const frames = notificationsFrom(mcp.client);
        // It says so when somebody subscribes, and how far it is with the work.
        work(mcp.client).catch(() => {});
        return frames;
      },
    },
    { WebSocket, signal: stop.signal },
  );
  // The end of the MCP server is the end of its notifications, in order.
  await lines.next();
  await mcp.close();
  // What is left is `/requests`. The next one is another connection.
  await lines.next();
  stop.abort();
  await served;
}

async function work(client: Client): Promise<void> {
  await client.subscribeResource({ uri: WATCHED_URI });
  await client.callTool({
    name: "trigger-long-running-operation",
    arguments: { duration: 0.4, steps: 2 },
    _meta: { progressToken: "copy" },
  });
}
