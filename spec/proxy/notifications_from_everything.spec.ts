import { setMaxListeners } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { provoke } from "../../lib/demo/provoke.ts";
import { CutError, type NotificationFrame } from "../../lib/mod.ts";
import { deliverTo } from "../../lib/proxy/deliver_to.ts";
import { notificationsFrom } from "../../lib/proxy/notifications_from.ts";
import { until } from "../websocket/support/until.ts";
import { breakable } from "./support/breakable.ts";
import { collect } from "./support/collect.ts";
import { overStreamableHttp, streamableHttp, ways } from "./support/everything.ts";
import { mcpPair } from "./support/mcp_pair.ts";

const { signal } = new AbortController();
// The client leaves a listener behind with each request, and Node would warn of those.
setMaxListeners(0, signal);

function newClient(): Client {
  const client = new Client({ name: "reader", version: "1.0.0" });
  onTestFinished(() => client.close());
  return client;
}

function methodsOf(frames: readonly NotificationFrame[]): readonly string[] {
  return frames.map((frame) => (frame.type === "notification" ? frame.notification.method : frame.type));
}

test.for(ways)("every notification over %s, and nothing is taken from the client", async ([, start]) => {
  const server = await start();
  const client = newClient();
  const transport = server.transport();
  const raw: unknown[] = [];
  // The client calls this one before its own.
  transport.onmessage = (message) => {
    if (!("id" in message)) raw.push(message);
  };
  const logged: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, (message) => void logged.push(message));
  const others: string[] = [];
  client.fallbackNotificationHandler = async ({ method }) => void others.push(method);

  const { chunks, over } = collect(notificationsFrom(client));
  await client.connect(transport);
  await provoke(client, signal);
  await client.close();

  expect(await over).toBe(undefined);
  expect(chunks).toEqual(raw.map((notification) => ({ type: "notification", notification })));
  const methods = methodsOf(chunks);
  for (const name of ["progress", "message", "resources/updated", "resources/list_changed", "tasks/status"]) {
    expect(methods).toContain(`notifications/${name}`);
  }
  expect(logged).toHaveLength(methods.filter((method) => method === "notifications/message").length);
  expect(others).toContain("notifications/resources/updated");
});

test.for(ways)("a server that is killed over %s, and started again", async ([, start]) => {
  const server = await start();
  const client = newClient();
  let heard = collect(notificationsFrom(client));
  await client.connect(server.transport());
  await client.subscribeResource({ uri: "demo://resource/dynamic/text/1" });
  await until(() => methodsOf(heard.chunks).includes("notifications/message"));
  await server.kill();
  // A stream of HTTP that breaks may be opened again, and this is tried for a while.
  for (let end = await heard.over; end instanceof CutError; end = await heard.over) {
    heard = collect(notificationsFrom(client));
  }
  expect(await heard.over).toBe(undefined);
  expect(heard.chunks.at(-1)).toMatchObject({ type: "error", error: { code: -32000 } });
  expect(methodsOf(heard.chunks).filter((method) => method === "error")).toHaveLength(1);

  await client.close();
  await server.restart();
  const second = collect(notificationsFrom(client));
  await client.connect(server.transport());
  await client.subscribeResource({ uri: "demo://resource/dynamic/text/2" });
  await until(() => methodsOf(second.chunks).includes("notifications/message"));
  await client.close();
  expect(await second.over).toBe(undefined);
  expect(methodsOf(second.chunks)).not.toContain("error");
});

test("a stream of Streamable HTTP that breaks, while the server lives, is a cut", async () => {
  const server = await overStreamableHttp();
  const between = await breakable(server.port ?? 0);
  const client = newClient();
  const first = collect(notificationsFrom(client));
  await client.connect(streamableHttp(between.port));
  await client.subscribeResource({ uri: "demo://resource/dynamic/text/1" });
  await until(() => methodsOf(first.chunks).includes("notifications/message"));
  between.breakAll();
  expect(await first.over).toMatchObject({ code: "cut", by: "carrier" });
  expect(methodsOf(first.chunks)).not.toContain("error");
  // The client lives on, and what it hears is for the next.
  const second = collect(notificationsFrom(client));
  await provoke(client, signal);
  await client.close();
  expect(await second.over).toBe(undefined);
  expect(methodsOf(second.chunks)).toContain("notifications/progress");
});

test.for(ways)("relayed over %s to the client of another server", async ([, start]) => {
  const server = await start();
  const client = newClient();
  const pair = mcpPair();
  pair.server.registerCapabilities({ logging: {}, resources: {}, prompts: {} });
  const relayed = collect(notificationsFrom(pair.client));
  await pair.connect();

  const [shown, sent] = notificationsFrom(client).tee();
  const here = collect(shown);
  const relay = sent.pipeTo(deliverTo(pair.server));
  await client.connect(server.transport());
  await provoke(client, signal);
  await client.close();
  await relay;
  await here.over;
  await pair.client.close();
  await relayed.over;
  expect(methodsOf(relayed.chunks)).toContain("notifications/tasks/status");
  expect(relayed.chunks).toEqual(here.chunks);
});
