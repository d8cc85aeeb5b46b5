import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import { buildNotification, encodeFrame, notificationFrames } from "../../lib/mod.ts";
import { createProxy } from "../../lib/proxy/create_proxy.ts";
import type { ProxyOptions } from "../../lib/proxy/proxy_options.ts";
import type { SocketServerOptions } from "../../lib/proxy/socket_server.ts";
import { rejection } from "../support/fate.ts";
import { until } from "../websocket/support/until.ts";
import { startProxy } from "./support/start_proxy.ts";
import { open, opened } from "./support/upgrade.ts";

describe("the standing subscription", () => {
  test("is one, and asks when it is looked at and something was exchanged", async () => {
    const proxy = await startProxy();
    const requests = await opened(`${proxy.url}/requests`);
    const messages: Uint8Array[] = [];
    requests.on("message", (message: Buffer) => messages.push(message));
    const { notifications } = proxy;
    expect(proxy.notifications).toBe(notifications);
    expect(notifications.state).toBe("waiting");
    proxy.asks.ask("mcp/list-tools").then(
      ({ writable }) => writable.close(),
      () => {},
    );
    await until(() => messages.length === 1);
    const tools = await opened(`${proxy.url}/mcp/list-tools/1`);
    tools.close();
    await until(() => messages.length === 2);
    expect([...(messages[1] ?? [])]).toEqual([0, 0, 0, 2, 4]);
    const path = await opened(`${proxy.url}/mcp/notifications/2`);
    const frame = buildNotification("notifications/tools/list_changed");
    path.send(encodeFrame(notificationFrames, frame));
    const reader = notifications.getReader();
    expect((await reader.read()).value).toEqual(frame);
    expect(notifications.state).toBe("open");
    await reader.cancel();
  });
});

describe("the end", () => {
  test("drops everybody, whatever they are at, and leaves no handle", async () => {
    const count = () => process.getActiveResourcesInfo().filter((name) => /^TCP/.test(name)).length;
    await until(() => count() === 0);
    const proxy = await createProxy({ port: 0, toolNotifications: () => new ReadableStream() });
    const requests = await opened(`${proxy.url}/requests`);
    const paths = await Promise.all([opened(`${proxy.url}/agent/run`), opened(`${proxy.url}/tool/notifications`)]);
    const lost = rejection(proxy.asks.ask("command"));
    // Neither says what it wants.
    const silent = connectTcp(proxy.port, "127.0.0.1");
    const slow = connectTcp(proxy.port, "127.0.0.1");
    await Promise.all([once(silent, "connect"), once(slow, "connect")]);
    slow.write("GET /requests HTTP/1.1\r\nHost: a\r\n");
    for (const socket of [silent, slow]) socket.on("error", () => {});
    const ends = [requests, ...paths].map((socket) => once(socket, "close"));
    const closed = proxy.close();
    expect(proxy.close()).toBe(closed);
    await closed;
    for (const [code] of await Promise.all(ends)) expect(code).toBe(1006);
    expect(await lost).toMatchObject({ code: "closed" });
    expect(await rejection(open(`${proxy.url}/requests`))).toMatchObject({ code: "ECONNREFUSED" });
    await until(() => count() === 0);
  });

  test("ends the subscription", async () => {
    const proxy = await startProxy();
    const reader = proxy.notifications.getReader();
    await proxy.close();
    expect(await reader.read()).toMatchObject({ done: true });
  });
});

describe("what it cannot be made with", () => {
  test.each<ProxyOptions>([
    { port: -1 },
    { port: 65_536 },
    { port: Number.NaN },
    { maxConnections: 0 },
    { maxMessageBytes: 0 },
    { maxMessageBytes: 2 ** 31 },
    { maxAsks: 0 },
  ])("%j", async (options) => {
    expect(await rejection(createProxy(options))).toBeInstanceOf(TypeError);
  });

  test("a port that is taken", async () => {
    const { port } = await startProxy();
    expect(await rejection(createProxy({ port }))).toMatchObject({ code: "EADDRINUSE" });
  });

  test.each<[string, () => object]>([
    ["without the package ws", () => expect.fail("There is none")],
    ["with another package of that name", () => ({ WebSocketServer: undefined })],
  ])("%s, unless its class is given", async (_, found) => {
    vi.doMock("ws", found);
    try {
      const error = await rejection(createProxy({ port: 0 }));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain("WebSocketServer");
      await startProxy({ WebSocketServer });
    } finally {
      vi.doUnmock("ws");
    }
  });

  test("a server that does not say where it listens, and does not go on listening", async () => {
    const servers: WebSocketServer[] = [];
    class Silent extends WebSocketServer {
      constructor(options: SocketServerOptions) {
        super(options);
        servers.push(this);
      }

      override address(): null {
        return null;
      }
    }
    expect(await rejection(createProxy({ port: 0, WebSocketServer: Silent }))).toBeInstanceOf(TypeError);
    const [server] = servers;
    const again = await new Promise((resolve) => server?.close(resolve));
    expect(again).toMatchObject({ message: "The server is not running" });
  });
});

const hasIp6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === "::1"));

test.each([
  ["127.0.0.1", /^ws:\/\/127\.0\.0\.1:\d+$/],
  ["::1", /^ws:\/\/\[::1\]:\d+$/],
  ["localhost", /^ws:\/\/localhost:\d+$/],
])("on the host %s it is reached by its address", async (host, url) => {
  if (host === "::1" && !hasIp6) return;
  const proxy = await startProxy({ host });
  expect(proxy.url).toMatch(url);
  (await opened(`${proxy.url}/requests`)).terminate();
});
