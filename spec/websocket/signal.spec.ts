import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { rejection } from "../support/fate.ts";
import { readAll } from "../support/read_all.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { hear } from "./support/heard.ts";
import { pair, roles, sendAll } from "./support/pair.ts";
import { serve } from "./support/server.ts";
import { standardOnly } from "./support/standard_only.ts";
import { until } from "./support/until.ts";

const timeout = 10_000;
const X = { not: "even an error" };

/** How many listeners a signal has. */
function watched(controller: AbortController): { readonly signal: AbortSignal; listeners(): number } {
  const listeners = new Set<unknown>();
  const { signal } = controller;
  const { addEventListener: add, removeEventListener: remove } = signal;
  signal.addEventListener = (...parameters: Parameters<typeof add>) => {
    listeners.add(parameters[1]);
    Reflect.apply(add, signal, parameters);
  };
  signal.removeEventListener = (...parameters: Parameters<typeof remove>) => {
    listeners.delete(parameters[1]);
    Reflect.apply(remove, signal, parameters);
  };
  return { signal, listeners: () => listeners.size };
}

describe("A signal", { timeout }, () => {
  test.each(roles)("that fires breaks the socket off, and errors both sides with its reason, as %s", async (role) => {
    const abort = new AbortController();
    const { near, heard } = await pair({ role, signal: abort.signal });
    const reader = near.readable.getReader();
    const writer = near.writable.getWriter();
    const read = rejection(reader.read());
    abort.abort(X);
    expect(await read).toBe(X);
    expect(await rejection(writer.closed)).toBe(X);
    expect((await heard.closed).code).toBe(1006);
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
  });

  test("that fires closes with 4006 where a socket cannot be dropped", async () => {
    const abort = new AbortController();
    const { near, heard } = await pair({ as: standardOnly, signal: abort.signal });
    abort.abort("enough");
    expect(await rejection(near.readable.getReader().read())).toBe("enough");
    expect(await heard.closed).toStrictEqual({ code: 4006, reason: "enough" });
  });

  test("that fires takes what is queued from the reader, too", async () => {
    const abort = new AbortController();
    const { near, peer } = await pair({ signal: abort.signal });
    await sendAll(peer, [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
    const reader = near.readable.getReader();
    await reader.read();
    abort.abort(X);
    expect(await rejection(reader.read())).toBe(X);
  });

  test("that fires while reading is paused does so at once", async () => {
    const abort = new AbortController();
    const { near, peer, socket, heard } = await pair({ highWaterMark: 1000, signal: abort.signal });
    for (let count = 0; count < 1000; count++) peer.send(new Uint8Array(10_000));
    await until(() => socket.isPaused);
    abort.abort(X);
    expect(await rejection(near.readable.getReader().read())).toBe(X);
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
    expect((await heard.closed).code).toBe(1006);
  });

  test("that fires while a write waits does so at once", async () => {
    const abort = new AbortController();
    const { near, peer } = await pair({ highWaterMark: 0, signal: abort.signal });
    peer.pause();
    const writer = near.writable.getWriter();
    const writes = Promise.allSettled(Array.from({ length: 64 }, () => writer.write(new Uint8Array(1024 * 1024))));
    abort.abort(X);
    await writes;
    expect(await rejection(writer.closed)).toBe(X);
  });

  test("that fires before the socket opens gives it up", async () => {
    const abort = new AbortController();
    const socket = new WebSocket(await serve(() => {}));
    const near = webSocketMessages(socket, { signal: abort.signal });
    const writer = near.writable.getWriter();
    const write = rejection(writer.write(Uint8Array.of(1)));
    abort.abort(X);
    expect(await readAll(near.readable)).toStrictEqual({ values: [], end: { rejected: X } });
    expect(await rejection(near.opened)).toMatchObject({ code: "cut", by: "local" });
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
    await write;
    expect(await rejection(writer.closed)).toBe(X);
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });

  test("that has fired before gives it up", async () => {
    const heard: ReturnType<typeof hear>[] = [];
    const url = await serve((peer) => heard.push(hear(peer)));
    const socket = new WebSocket(url);
    const near = webSocketMessages(socket, { signal: AbortSignal.abort(X) });
    expect(await readAll(near.readable)).toStrictEqual({ values: [], end: { rejected: X } });
    expect(await rejection(near.writable.getWriter().closed)).toBe(X);
    expect(await rejection(near.opened)).toMatchObject({ code: "cut", by: "local" });
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
    expect(heard).toStrictEqual([]);
  });

  test("that has fired before breaks an open socket off", async () => {
    const { socket, heard } = await pair();
    const near = webSocketMessages(socket, { signal: AbortSignal.abort(X) });
    expect(await readAll(near.readable)).toStrictEqual({ values: [], end: { rejected: X } });
    expect((await heard.closed).code).toBe(1006);
  });

  test("without a reason of its own has that of the platform", async () => {
    const { readable } = webSocketMessages(FakeSocket.opened(), { signal: AbortSignal.abort() });
    expect(await rejection(readable.getReader().read())).toMatchObject({ name: "AbortError" });
  });

  test("that fires after the end takes nothing from the reader", async () => {
    const abort = new AbortController();
    const { near, peer } = await pair({ signal: abort.signal });
    await sendAll(peer, [Uint8Array.of(1)]);
    peer.close();
    await near.closed;
    abort.abort(X);
    expect(await readAll(near.readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  test("that fires while this side is closing ends the waiting", async () => {
    const abort = new AbortController();
    const { near, peer } = await pair({ signal: abort.signal });
    peer.pause();
    const writer = near.writable.getWriter();
    const closing = rejection(writer.close());
    abort.abort(X);
    await closing;
    expect(await rejection(writer.closed)).toBe(X);
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
  });

  test.each([
    ["the peer closes", (socket: FakeSocket) => socket.end({ code: 1000, wasClean: true })],
    ["the peer dies", (socket: FakeSocket) => socket.end({ code: 1006, wasClean: false })],
  ])("is listened to no more once %s", async (_, end) => {
    const { signal, listeners } = watched(new AbortController());
    const socket = FakeSocket.opened();
    webSocketMessages(socket, { signal });
    expect(listeners()).toBe(1);
    end(socket);
    expect(listeners()).toBe(0);
  });

  test("is not listened to if the socket has ended, or it has fired", () => {
    const { signal, listeners } = watched(new AbortController());
    const ended = new FakeSocket();
    ended.end({ code: 1000 });
    webSocketMessages(ended, { signal });
    expect(listeners()).toBe(0);
    const fired = new AbortController();
    fired.abort();
    const second = watched(fired);
    webSocketMessages(FakeSocket.opened(), { signal: second.signal });
    expect(second.listeners()).toBe(0);
  });

  test("may serve many sockets, one after the other", async () => {
    const { signal, listeners } = watched(new AbortController());
    for (let count = 0; count < 100; count++) {
      const socket = FakeSocket.opened();
      const { readable } = webSocketMessages(socket, { signal });
      socket.end({ code: 1000, wasClean: true });
      expect(await readAll(readable)).toStrictEqual({ values: [], end: "done" });
    }
    expect(listeners()).toBe(0);
  });
});
