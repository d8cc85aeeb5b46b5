import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { describe, expect, test } from "vitest";
import { type VerifyClientCallbackAsync, WebSocketServer } from "ws";
import type { SocketServerOptions } from "../../lib/proxy/socket_server.ts";
import { rejection } from "../support/fate.ts";
import { until } from "../websocket/support/until.ts";
import { startProxy } from "./support/start_proxy.ts";
import { open, opened, plainHttp } from "./support/upgrade.ts";

describe("the paths", () => {
  test.each([
    ["/", 404],
    ["", 404],
    ["/request", 404],
    ["/requests/", 404],
    ["/REQUESTS", 404],
    ["/requests/1", 404],
    ["/agent", 404],
    ["/agent/run/1", 404],
    ["/tool/notifications/1", 404],
    ["/mcp/notifications", 404],
    ["/mcp/notifications/", 404],
    ["/mcp/notifications/1", 404],
    ["/mcp/notifications/01", 404],
    ["/mcp/notifications/4294967296", 404],
    ["/vault/get/x", 404],
    ["/nothing/1", 404],
    ["/%72equests", 404],
  ])("%s is refused by %i", async (path, status) => {
    const { url } = await startProxy();
    expect(await open(url + path)).toBe(status);
  });

  test("a query is not looked at", async () => {
    const { url, asks } = await startProxy();
    const socket = await opened(`${url}/requests?token=1`);
    expect(asks.isConnected).toBe(true);
    socket.terminate();
  });

  test("plain HTTP is told to upgrade", async () => {
    const { url } = await startProxy();
    expect(await plainHttp(`${url}/requests`)).toBe(426);
  });

  test("one connection for requests at a time; the next when it has ended", async () => {
    const { url, asks } = await startProxy();
    const first = await opened(`${url}/requests`);
    expect(await open(`${url}/requests`)).toBe(409);
    expect(asks.connections).toBe(1);
    first.close();
    await once(first, "close");
    await until(() => !asks.isConnected);
    const second = await opened(`${url}/requests`);
    expect(asks.connections).toBe(2);
    second.terminate();
    await until(() => !asks.isConnected);
  });

  test("an answer: unknown before it is asked, taken once it is opened", async () => {
    const { url, asks } = await startProxy();
    const requests = await opened(`${url}/requests`);
    const told = once(requests, "message");
    const answer = asks.ask("mcp/list-tools", Uint8Array.of(9));
    const [message] = await told;
    expect([...message]).toEqual([0, 0, 0, 1, 0, 9]);
    expect(await open(`${url}/mcp/call-tool/1`)).toBe(404);
    expect(await open(`${url}/mcp/list-tools/2`)).toBe(404);
    const path = await opened(`${url}/mcp/list-tools/1`);
    expect(await open(`${url}/mcp/list-tools/1`)).toBe(409);
    path.send(Uint8Array.of(1, 2, 3));
    const { readable } = await answer;
    expect((await readable.getReader().read()).value).toEqual(Uint8Array.of(1, 2, 3));
    path.close();
    await once(path, "close");
    await until(() => asks.channels === 0);
    expect(await open(`${url}/mcp/list-tools/1`)).toBe(404);
  });

  test("an answer whose opener leaves before the upgrade is lost, and its channel is free again", async () => {
    class LeftAlone extends WebSocketServer {
      constructor(options: SocketServerOptions) {
        const verifyClient: VerifyClientCallbackAsync = (info, decide) =>
          options.verifyClient(info, (mayUpgrade, status) => {
            if (info.req.url !== "/requests") info.req.socket.destroy();
            decide(mayUpgrade, status);
          });
        super({ ...options, verifyClient });
      }
    }
    const { url, asks } = await startProxy({ WebSocketServer: LeftAlone });
    const requests = await opened(`${url}/requests`);
    const told = once(requests, "message");
    const answer = rejection(asks.ask("vault/get"));
    await told;
    expect(await rejection(open(`${url}/vault/get/1`))).toMatchObject({ code: "ECONNRESET" });
    expect(await answer).toMatchObject({ name: "AskLostError", code: "not-opened" });
    expect(asks.channels).toBe(0);
  });
});

describe("limits", () => {
  test("of connections", async () => {
    const proxy = await startProxy({ maxConnections: 2 });
    const first = await opened(`${proxy.url}/requests`);
    const second = await opened(`${proxy.url}/agent/run`);
    expect(await open(`${proxy.url}/agent/run`)).toBe(503);
    expect(await open(`${proxy.url}/nothing`)).toBe(404);
    expect(proxy.connections).toBe(2);
    second.terminate();
    await until(() => proxy.connections === 1);
    first.terminate();
    await until(() => proxy.connections === 0);
    expect(await open(`${proxy.url}/requests`)).not.toBe(503);
  });

  test.each(["/requests", "/agent/run", "/tool/notifications"])("of messages, on %s", async (path) => {
    const toolNotifications = () => new ReadableStream();
    const proxy = await startProxy({ maxMessageBytes: 1000, toolNotifications });
    const socket = await opened(proxy.url + path);
    socket.send(new Uint8Array(1001));
    const [code] = await once(socket, "close");
    expect(code).toBe(1009);
    await until(() => proxy.connections === 0);
  });

  test("a page of a browser does not get in, unless it may", async () => {
    const { url } = await startProxy();
    expect(await open(`${url}/requests`, { origin: "https://a.example" })).toBe(403);
    expect(await open(`${url}/requests`, { origin: "null" })).toBe(403);
    const { url: open_ } = await startProxy({ allowOrigin: (origin) => origin === "http://localhost:8080" });
    expect(await open(`${open_}/requests`, { origin: "https://a.example" })).toBe(403);
    expect(typeof (await open(`${open_}/requests`, { origin: "http://localhost:8080" }))).toBe("object");
  });

  test("it cannot be reached from elsewhere", async () => {
    const { port } = await startProxy();
    const tcp = connectTcp(port, "127.0.0.2");
    const [error] = await once(tcp, "error");
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  });
});
