import { CutError } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { fateOf, rejection } from "../support/fate.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { pair, roles } from "./support/pair.ts";
import { serve } from "./support/server.ts";
import { standardOnly } from "./support/standard_only.ts";
import { until } from "./support/until.ts";

const timeout = 10_000;
const encoder = new TextEncoder();

describe("Cancelling the readable", { timeout }, () => {
  test.each(roles)("closes the socket, as %s", async (role) => {
    const { near, heard, peer } = await pair({ role });
    const reader = near.readable.getReader();
    peer.send(Uint8Array.of(1));
    await reader.read();
    await reader.cancel("seen enough");
    expect(await heard.closed).toStrictEqual({ code: 1000, reason: "seen enough" });
    expect(await near.closed).toStrictEqual({ code: 1000, reason: "seen enough", clean: true, by: "local" });
    expect(await reader.read()).toMatchObject({ done: true });
    expect(await rejection(near.writable.getWriter().closed)).toMatchObject({
      code: "cut",
      by: "local",
      cause: "seen enough",
    });
  });

  test.each(roles)("after a write tells the peer that what it has is not complete, as %s", async (role) => {
    const { near, heard } = await pair({ role });
    await near.writable.getWriter().write(Uint8Array.of(1));
    await near.readable.cancel("seen enough");
    expect(await heard.closed).toStrictEqual({ code: 4006, reason: "seen enough" });
  });

  test.each([undefined, null, 5, { reason: "x" }])("with %j closes it without a reason", async (reason) => {
    const { near, heard } = await pair();
    await near.readable.cancel(reason);
    expect(await heard.closed).toStrictEqual({ code: 1000, reason: "" });
  });

  test.each([
    ["é".repeat(100), "é".repeat(61)],
    ["a".repeat(123), "a".repeat(123)],
    ["a".repeat(124), "a".repeat(123)],
    [`${"a".repeat(122)}é`, "a".repeat(122)],
    [`${"a".repeat(121)}é`, `${"a".repeat(121)}é`],
    ["😀".repeat(40), "😀".repeat(30)],
    [`${"a".repeat(120)}😀`, "a".repeat(120)],
    // A socket sends U+FFFD for half a character, which is as long.
    ["\ud83d".repeat(50), "\ufffd".repeat(41)],
    ["€".repeat(1_000_000), "€".repeat(41)],
  ])("with a long reason sends so much of it as has room, in whole characters (%#)", async (reason, told) => {
    const { near, heard } = await pair();
    await near.readable.cancel(reason);
    expect(await heard.closed).toStrictEqual({ code: 1000, reason: told });
    expect(encoder.encode(told).byteLength).toBeLessThanOrEqual(123);
  });

  test.each(roles)("because of an error breaks it off, as %s", async (role) => {
    const { near, heard } = await pair({ role });
    await near.readable.cancel(new Error("it was no JSON"));
    expect(await heard.closed).toStrictEqual({ code: 1006, reason: "" });
  });

  test("because of an error closes with 4006 where a socket cannot be dropped", async () => {
    const { near, heard } = await pair({ as: standardOnly });
    await near.readable.cancel(new TypeError("it was no JSON"));
    expect(await heard.closed).toStrictEqual({ code: 4006, reason: "" });
  });

  test("drops what is queued, and what still comes", async () => {
    const { near, peer, socket, heard } = await pair({ highWaterMark: 1000 });
    for (let count = 0; count < 1000; count++) peer.send(new Uint8Array(1000));
    await until(() => socket.isPaused);
    await near.readable.cancel();
    // The close frame is behind all of it, for this side has to read on to see the answer.
    expect(await near.closed).toMatchObject({ code: 1000, clean: true, by: "local" });
    expect((await heard.closed).code).toBe(1000);
  });

  test("gives up a connection that is not open yet", async () => {
    const socket = new WebSocket(await serve(() => {}));
    const { readable, writable, opened } = webSocketMessages(socket);
    await readable.cancel("never mind");
    expect(await rejection(opened)).toBeInstanceOf(CutError);
    expect(await rejection(writable.getWriter().closed)).toBeInstanceOf(CutError);
  });

  test("after the end says nothing to anybody", async () => {
    const socket = FakeSocket.opened();
    const { readable, closed } = webSocketMessages(socket);
    socket.message(Uint8Array.of(1));
    socket.end({ code: 1000, wasClean: true });
    await readable.cancel("enough");
    expect(socket.closes).toStrictEqual([]);
    expect(await closed).toMatchObject({ clean: true, by: "peer" });
  });

  test("after a cut that has not been read yet does no harm", async () => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket);
    socket.message(Uint8Array.of(1));
    socket.end({ code: 1006, wasClean: false });
    await readable.cancel(new Error("enough"));
    expect(socket.closes).toStrictEqual([]);
  });

  test("waits for no answer", async () => {
    const socket = FakeSocket.opened();
    const { readable, closed } = webSocketMessages(socket, { closeTimeout: 60_000 });
    await readable.cancel();
    expect(socket.closes).toStrictEqual([[1000, ""]]);
    expect(await fateOf(closed)).toBe("pending");
    socket.end({ code: 1000, wasClean: true });
    await closed;
  });
});
