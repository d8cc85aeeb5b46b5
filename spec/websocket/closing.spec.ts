import { CutError } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { fateOf, rejection, watch } from "../support/fate.ts";
import { pause, turn } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { pair, roles, sendAll } from "./support/pair.ts";
import { BINARY, closeFrame, frame, serveRaw } from "./support/raw_server.ts";
import { until } from "./support/until.ts";

const timeout = 10_000;

describe("Closing the writable", { timeout }, () => {
  test.each(roles)("tells the peer of the finish, and waits for its answer, as %s", async (role) => {
    const { near, heard, peer } = await pair({ role });
    const writer = near.writable.getWriter();
    await writer.write(Uint8Array.of(1));
    peer.pause();
    const closing = writer.close();
    await pause(20);
    expect(await fateOf(closing)).toBe("pending");
    peer.resume();
    await closing;
    expect(await heard.closed).toStrictEqual({ code: 1000, reason: "" });
    expect(heard.messages).toStrictEqual([Uint8Array.of(1)]);
    expect(await near.closed).toStrictEqual({ code: 1000, reason: "", clean: true, by: "local" });
    expect(await Promise.all([fateOf(writer.ready), fateOf(writer.closed)])).toStrictEqual(["fulfilled", "fulfilled"]);
  });

  test("waits for the socket to open", async () => {
    const socket = new FakeSocket();
    const { writable } = webSocketMessages(socket);
    const closing = writable.close();
    await turn();
    expect(socket.closes).toStrictEqual([]);
    socket.open();
    await until(() => socket.closes.length > 0);
    expect(socket.closes).toStrictEqual([[1000, ""]]);
    expect(await fateOf(closing)).toBe("pending");
    socket.end({ code: 1000, wasClean: true });
    await closing;
  });

  test("of a socket that never opens is refused", async () => {
    const socket = new FakeSocket();
    const { writable } = webSocketMessages(socket);
    const closing = writable.close();
    socket.end({ code: 1006, wasClean: false });
    expect(await rejection(closing)).toMatchObject({ code: "cut", by: "carrier", closeCode: 1006 });
  });

  test("before the peer has finished cuts off what it would have sent: that is never a finish", async () => {
    const { near, peer } = await pair();
    await sendAll(peer, [Uint8Array.of(1), Uint8Array.of(2)]);
    await near.writable.close();
    const { values, end } = await readAll(near.readable, "slow");
    expect(values).toStrictEqual([Uint8Array.of(1), Uint8Array.of(2)]);
    expect(cutOf(end)).toMatchObject({ by: "local", closeCode: 1000 });
  });

  test("brings what the peer sends before it answers, even more than may wait", async () => {
    const { near, peer } = await pair({ highWaterMark: 10 });
    peer.pause();
    const closing = near.writable.close();
    await pause(20);
    const messages = Array.from({ length: 100 }, (_, number) => Uint8Array.of(number));
    await sendAll(peer, messages);
    peer.resume();
    await closing;
    const { values, end } = await readAll(near.readable);
    expect(values).toStrictEqual(messages);
    expect(cutOf(end).by).toBe("local");
  });

  test("while reading is paused reads on, as the answer comes last", async () => {
    const { near, peer, socket } = await pair({ highWaterMark: 1000 });
    const messages = Array.from({ length: 1000 }, () => new Uint8Array(1000));
    for (const message of messages) peer.send(message);
    await until(() => socket.isPaused);
    await near.writable.close();
    const { values, end } = await readAll(near.readable);
    expect(values).toHaveLength(1000);
    expect(cutOf(end).by).toBe("local");
  });

  test("after it has been closed from the other side is refused", async () => {
    const { near, peer } = await pair();
    peer.close(1000);
    await near.closed;
    expect(await rejection(near.writable.getWriter().closed)).toMatchObject({ code: "cut", closeCode: 1000 });
  });

  test("loses nothing of the megabytes that a slow peer has yet to read", async () => {
    const { near, peer, heard, socket } = await pair({ role: "server", highWaterMark: 64 * 1024 * 1024 });
    peer.pause();
    const writer = near.writable.getWriter();
    const memory = new Uint8Array(1024 * 1024);
    // Their lengths tell the messages apart.
    const lengths = Array.from({ length: 24 }, (_, index) => memory.byteLength - index);
    for (const length of lengths) await writer.write(memory.subarray(0, length));
    expect(socket.bufferedAmount).toBeGreaterThan(8 * 1024 * 1024);
    const closing = writer.close();
    await pause(50);
    expect(await fateOf(closing)).toBe("pending");
    peer.resume();
    await closing;
    expect(heard.messages.map((message) => message.length)).toStrictEqual(lengths);
    expect((await heard.closed).code).toBe(1000);
  });

  test("waits for a peer that takes its time as long as it takes anything", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = FakeSocket.opened();
    socket.bufferedAmount = 100;
    const { writable } = webSocketMessages(socket, { closeTimeout: 1000 });
    const closing = writable.close();
    for (; socket.bufferedAmount > 0; socket.bufferedAmount--) {
      await vi.advanceTimersByTimeAsync(900);
      expect(socket.closes).toStrictEqual([]);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(socket.closes).toStrictEqual([[1000, ""]]);
    socket.end({ code: 1000, wasClean: true });
    await closing;
    // A timer that is left would keep a process from its end.
    expect(vi.getTimerCount()).toBe(0);
  });

  test("waits for a peer that takes nothing, and then for its answer, closeTimeout each", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = FakeSocket.opened();
    socket.bufferedAmount = 100;
    const { writable } = webSocketMessages(socket, { closeTimeout: 1000 });
    const fate = watch(writable.close());
    await vi.advanceTimersByTimeAsync(900);
    expect(socket.closes).toStrictEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket.closes).toStrictEqual([[1000, ""]]);
    await vi.advanceTimersByTimeAsync(800);
    expect(fate()).toBe("pending");
    await vi.advanceTimersByTimeAsync(200);
    expect(fate()).toStrictEqual({ rejected: expect.any(CutError) });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("A peer that never answers the close frame", { timeout }, () => {
  async function connectToTheDeaf(closeTimeout: number) {
    const seen: Buffer[] = [];
    let dropped = false;
    const url = await serveRaw((socket, acceptance) => {
      socket.write(acceptance);
      socket.on("data", (data) => seen.push(data));
      socket.on("end", () => {
        dropped = true;
      });
    });
    const socket = new WebSocket(url);
    onTestFinished(() => socket.terminate());
    const near = webSocketMessages(socket, { closeTimeout });
    await near.opened;
    return { near, seen, isDropped: () => dropped };
  }

  test.each([0, 50])("is dropped after closeTimeout (%i ms), and that is no good end", async (closeTimeout) => {
    const { near, seen, isDropped } = await connectToTheDeaf(closeTimeout);
    expect(await rejection(near.writable.close())).toBeInstanceOf(CutError);
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
    expect(cutOf((await readAll(near.readable)).end)).toMatchObject({ by: "local", cause: expect.any(Error) });
    await until(isDropped);
    expect(Buffer.concat(seen)[0]).toBe(0x88);
  });

  test("is waited for meanwhile", async () => {
    const { near } = await connectToTheDeaf(60_000);
    const closing = near.writable.close();
    await pause(100);
    expect(await fateOf(closing)).toBe("pending");
    expect(await fateOf(near.closed)).toBe("pending");
    // A finish that has been told may be followed by giving up on the answer.
    await near.writable.abort().catch(() => {});
  });

  test("is given up by a socket that cannot be dropped, too", async () => {
    const socket = FakeSocket.opened();
    const { readable, writable, closed } = webSocketMessages(socket, { closeTimeout: 20 });
    expect(await rejection(writable.close())).toBeInstanceOf(CutError);
    expect(await closed).toMatchObject({ clean: false, by: "local" });
    expect(cutOf((await readAll(readable)).end).by).toBe("local");
  });
});

describe("A peer that closed first", { timeout }, () => {
  test("has finished, even if this side closes before the connection is down", async () => {
    let hangUp: (() => void) | undefined;
    const url = await serveRaw((peer, acceptance) => {
      peer.write(acceptance);
      peer.write(Buffer.concat([frame(BINARY, Uint8Array.of(1)), closeFrame(1000)]));
      hangUp = () => peer.end();
    });
    const socket = new WebSocket(url);
    onTestFinished(() => socket.terminate());
    const { readable, writable, closed } = webSocketMessages(socket);
    await until(() => socket.readyState === WebSocket.CLOSING);
    const closing = rejection(writable.close());
    await pause(20);
    hangUp?.();
    expect(await closed).toStrictEqual({ code: 1000, reason: "", clean: true, by: "peer" });
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
    // Nobody was there any more to be told of this side's finish.
    expect(await closing).toBeInstanceOf(CutError);
  });

  test("has finished, and this side has not, if it closes while something is unsent", async () => {
    const socket = FakeSocket.opened();
    socket.bufferedAmount = 100;
    const { readable, writable } = webSocketMessages(socket);
    const closing = rejection(writable.close());
    await pause(5);
    socket.end({ code: 1000, wasClean: true });
    expect(await closing).toMatchObject({ code: "cut", closeCode: 1000 });
    expect(socket.closes).toStrictEqual([]);
    expect(await readAll(readable)).toStrictEqual({ values: [], end: "done" });
  });

  test("has finished by the standard's states, too", async () => {
    const socket = FakeSocket.opened();
    const { readable, writable, closed } = webSocketMessages(socket);
    const reading = readAll(readable);
    socket.message(Uint8Array.of(1));
    await turn();
    // Its close frame is here, and the event comes when the connection is down.
    socket.readyState = 2;
    writable.close().catch(() => {});
    await pause(20);
    socket.end({ code: 1000, wasClean: true });
    expect(await closed).toMatchObject({ clean: true, by: "peer" });
    expect(await reading).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });
});

describe("What comes while this side is closing", { timeout }, () => {
  test("has no gap when it is more than may be queued", async () => {
    const socket = FakeSocket.opened();
    const { readable, writable } = webSocketMessages(socket, { maxQueuedMessages: 2 });
    writable.close().catch(() => {});
    await until(() => socket.closes.length > 0);
    const reader = readable.getReader();
    for (const number of [1, 2, 3]) socket.message(Uint8Array.of(number));
    const read = [await reader.read()];
    socket.message(Uint8Array.of(4));
    socket.end({ code: 1000, wasClean: true });
    read.push(await reader.read());
    expect(read.map(({ value }) => value?.[0])).toStrictEqual([1, 2]);
    // Message 3 found no room: what came after it must not look as if it was the next.
    expect(await rejection(reader.read())).toBeInstanceOf(CutError);
  });

  test("is never taken for all of it when some found no room, whatever isFinish says", async () => {
    const socket = FakeSocket.opened();
    const { readable, writable } = webSocketMessages(socket, { maxQueuedMessages: 2, isFinish: ({ clean }) => clean });
    writable.close().catch(() => {});
    await until(() => socket.closes.length > 0);
    for (const number of [1, 2, 3]) socket.message(Uint8Array.of(number));
    socket.end({ code: 1000, wasClean: true });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1), Uint8Array.of(2)]);
    expect(cutOf(end)).toBeInstanceOf(CutError);
  });
});

test("A socket that the peer is closing, and that is left twice, leaves no timer behind", { timeout }, async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = FakeSocket.opened();
  const { readable, writable } = webSocketMessages(socket);
  socket.readyState = 2;
  const closing = writable.close().catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  const cancelling = readable.cancel();
  socket.end({ code: 1000, wasClean: true });
  await Promise.all([closing, cancelling]);
  expect(vi.getTimerCount()).toBe(0);
});
