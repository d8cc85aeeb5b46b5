// Runs by itself, in any runtime that has the package ws: a proxy, a server that answers it, and whoever else comes.
import { buildNotification, readFrames, runLoopFrames } from "../../../lib/mod.ts";
import { createProxy } from "../../../lib/proxy/create_proxy.ts";
import { serveAsks } from "../../../lib/proxy/serve_asks.ts";
import { connect } from "../../../lib/websocket/connect.ts";

const client = globalThis.WebSocket ? {} : { WebSocket: (await import("ws")).WebSocket };
const tell = (...what: readonly unknown[]): void => console.log(what.map((each) => JSON.stringify(each)).join(" "));

const proxy = await createProxy({
  port: 0,
  toolNotifications: () => new ReadableStream(),
  run: (prompt) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue({ type: "chunk", chunk: { type: "user", prompt } });
        controller.close();
      },
    }),
});
const stop = new AbortController();
const served = serveAsks(
  proxy.url,
  {
    "mcp/list-tools": async ({ payload }, { open }) => {
      const writer = open().writable.getWriter();
      await writer.write(payload);
      await writer.close();
    },
    "mcp/notifications": () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(buildNotification("notifications/tools/list_changed")),
      }),
  },
  { ...client, signal: stop.signal },
);

const notifications = proxy.notifications.getReader();
const tools = (await proxy.asks.ask("mcp/list-tools", Uint8Array.of(1, 2))).readable.getReader();
tell("tools", [...((await tools.read()).value ?? [])], (await tools.read()).done);
tell("notification", (await notifications.read()).value, proxy.notifications.state);

const { readable, writable } = connect(`${proxy.url}/agent/run`, client);
await writable.getWriter().write(new TextEncoder().encode('{"prompt":"Hello"}'));
const frames = readFrames(readable, runLoopFrames);
for await (const frame of frames) tell("run", frame);
tell("run", await frames.ending);

for (const path of ["/requests", "/nothing", "/mcp/notifications/9"]) {
  const opened = connect(proxy.url + path, client).opened.then(
    () => true,
    () => false,
  );
  tell(path, await opened);
}
const tool = connect(`${proxy.url}/tool/notifications`, client);
await tool.opened;
stop.abort();
await served;
await proxy.close();
tell("closed", (await tool.closed).clean, (await notifications.read()).done, proxy.connections);
