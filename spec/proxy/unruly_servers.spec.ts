import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import type { NotificationFrame } from "../../lib/mod.ts";
import { rejection } from "../support/fate.ts";
import { until } from "../websocket/support/until.ts";
import { rawUpgrade } from "./support/raw_upgrade.ts";
import { startProxy } from "./support/start_proxy.ts";
import { open, opened } from "./support/upgrade.ts";

test.each([
  ["a frame without a mask", [0x82, 0x01, 0x00]],
  ["an opcode that is none", [0x83, 0x80, 1, 2, 3, 4]],
  ["a length beyond 53 bits", [0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]],
  ["a frame in the middle of one that does not come", [0x02, 0x80, 1, 2, 3, 4, 0x82, 0x80, 1, 2, 3, 4]],
  ["text that is no UTF-8", [0x81, 0x81, 0, 0, 0, 0, 0xff]],
])("%s ends the connection, and what was asked on it is lost", async (_, bytes) => {
  const proxy = await startProxy();
  const requests = await rawUpgrade(proxy.port, "/requests");
  const lost = rejection(proxy.asks.ask("command"));
  await until(() => proxy.asks.channels === 1);
  requests.socket.write(Uint8Array.from(bytes));
  expect(await lost).toMatchObject({ code: "requests-ended" });
  await until(() => proxy.connections === 0);
  expect(proxy.asks.channels).toBe(0);
  const next = await opened(`${proxy.url}/requests`);
  next.terminate();
});

test("a server that does not read keeps the asks waiting, and does not keep the proxy from closing", async () => {
  const proxy = await startProxy();
  const requests = await rawUpgrade(proxy.port, "/requests");
  requests.socket.pause();
  const payload = new Uint8Array(1024 * 1024);
  const lost = Array.from({ length: 100 }, () => rejection(proxy.asks.ask("vault/set", payload)));
  await until(() => proxy.asks.channels > 0);
  await sleep(50);
  // Nothing tells it how much the platform takes. It is not all.
  expect(proxy.asks.held).toBeGreaterThan(0);
  await proxy.close();
  for (const error of await Promise.all(lost)) expect(error).toMatchObject({ name: "AskLostError" });
});

test("a server that does not answer a close frame does not keep the proxy from closing", async () => {
  const proxy = await startProxy();
  const { received } = await rawUpgrade(proxy.port, "/tool/notifications");
  // Nobody serves it. The proxy closes it, and has no answer.
  await until(() => received().length > 0);
  expect([...received()]).toEqual([0x88, 2, 0x03, 0xe8]);
  const start = performance.now();
  await proxy.close();
  // It would wait for half a minute.
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(proxy.connections).toBe(0);
});

test("an answer that nobody reads makes the server wait, and does not keep the proxy from closing", async () => {
  const proxy = await startProxy();
  const requests = await opened(`${proxy.url}/requests`);
  const answer = proxy.asks.ask("fuse/read");
  await until(() => proxy.asks.channels === 1);
  const path = await opened(`${proxy.url}/fuse/read/1`);
  const { readable, closed } = await answer;
  for (let times = 0; times < 200; times++) path.send(new Uint8Array(1024 * 1024));
  await sleep(100);
  expect(path.bufferedAmount).toBeGreaterThan(0);
  await proxy.close();
  await closed;
  // What had come before the end is there, and then the end.
  const reader = readable.getReader();
  expect((await reader.read()).value?.byteLength).toBe(1024 * 1024);
  const next = (): Promise<unknown> =>
    reader.read().then(
      ({ done }) => done,
      (error: unknown) => error,
    );
  let end = await next();
  while (end === false) end = await next();
  expect(end).toMatchObject({ name: "CutError" });
  requests.terminate();
});

test("a proxy can be closed while sockets are being opened", async () => {
  const proxy = await startProxy();
  const attempts = Array.from({ length: 50 }, () => open(`${proxy.url}/agent/run`).catch(() => undefined));
  await Promise.race(attempts);
  await proxy.close();
  for (const socket of await Promise.all(attempts)) {
    if (typeof socket === "object" && socket.readyState !== WebSocket.CLOSED) await once(socket, "close");
  }
  expect(proxy.connections).toBe(0);
});

test("sockets that come and go, at any point of their lives, leave nothing behind", async () => {
  let streams = 0;
  const endless = (): ReadableStream<NotificationFrame> => {
    streams++;
    return new ReadableStream({ cancel: () => void streams-- });
  };
  const proxy = await startProxy({ toolNotifications: endless, maxConnections: 20, maxAsks: 50 });
  const paths = ["/requests", "/agent/run", "/tool/notifications", "/mcp/notifications/1", "/vault/get/2", "/no"];
  const asks = Array.from({ length: 20 }, () => proxy.asks.ask("vault/get").catch(() => {}));
  await Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      await sleep(n % 97);
      const socket = new WebSocket(proxy.url + paths[n % paths.length]);
      const closed = new Promise((resolve) => socket.on("close", resolve));
      socket.on("error", () => {});
      await sleep(n % 7);
      if (n % 3 === 0) socket.close();
      else socket.terminate();
      await closed;
    }),
  );
  await until(() => proxy.connections === 0);
  expect(streams).toBe(0);
  expect(proxy.asks.isConnected).toBe(false);
  // What is in use are the asks that were not announced, or whose answer is over.
  expect(proxy.asks.channels).toBe(0);
  proxy.asks.close();
  await Promise.all(asks);
});
