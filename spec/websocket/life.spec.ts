import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { fateOf, rejection, watch } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { type FakeClose, FakeSocket } from "./support/fake_socket.ts";
import { pair, sendAll } from "./support/pair.ts";
import { BINARY, closeFrame, frame, serveRaw } from "./support/raw_server.ts";
import { serve } from "./support/server.ts";
import { until } from "./support/until.ts";

const timeout = 10_000;

async function connecting(): Promise<WebSocket> {
  const socket = new WebSocket(
    await serve((peer) => {
      peer.send(Uint8Array.of(1));
      peer.close(1000);
    }),
  );
  onTestFinished(() => socket.terminate());
  return socket;
}

describe("A socket that is wrapped", { timeout }, () => {
  test("while it connects brings everything, and is opened and closed", async () => {
    const socket = await connecting();
    expect(socket.readyState).toBe(WebSocket.CONNECTING);
    const { readable, opened, closed } = webSocketMessages(socket);
    expect(await opened).toBe(undefined);
    expect(await closed).toStrictEqual({ code: 1000, reason: "", clean: true, by: "peer" });
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  test("in the event in which it opens brings everything", async () => {
    const socket = await connecting();
    const reading = new Promise((resolve) => {
      socket.on("open", () => resolve(readAll(webSocketMessages(socket).readable)));
    });
    expect(await reading).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  test("when it is open is opened at once, and brings what comes from then on", async () => {
    const { peer, socket } = await pair();
    const { readable, opened } = webSocketMessages(socket);
    expect(await fateOf(opened)).toBe("fulfilled");
    await sendAll(peer, [Uint8Array.of(1)]);
    peer.close();
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  const late = { code: undefined, reason: "", clean: false, by: "peer" };

  test("when it is closed is a cut, as nobody knows what it has brought", async () => {
    const socket = await connecting();
    await until(() => socket.readyState === WebSocket.CLOSED);
    const { readable, writable, opened, closed } = webSocketMessages(socket);
    expect(await closed).toStrictEqual(late);
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", cause: expect.any(Error) });
    expect(await rejection(opened)).toBe(cutOf(end));
    expect(await rejection(writable.getWriter().write(Uint8Array.of(1)))).toBe(cutOf(end));
  });

  test("when it is closing is a cut, and what comes later changes nothing", async () => {
    let hangUp: (() => void) | undefined;
    const url = await serveRaw((peer, acceptance) => {
      peer.write(Buffer.concat([Buffer.from(acceptance), frame(BINARY, Uint8Array.of(1)), closeFrame(1000)]));
      hangUp = () => peer.end();
    });
    const socket = new WebSocket(url);
    onTestFinished(() => socket.terminate());
    await until(() => socket.readyState === WebSocket.CLOSING);
    const { readable, closed } = webSocketMessages(socket);
    hangUp?.();
    await until(() => socket.readyState === WebSocket.CLOSED);
    expect(await closed).toStrictEqual(late);
    expect(cutOf((await readAll(readable)).end).by).toBe("carrier");
  });

  test("when it has failed to open is a cut", async () => {
    const socket = new WebSocket("ws://127.0.0.1:1");
    socket.on("error", () => {});
    await until(() => socket.readyState === WebSocket.CLOSED);
    const { readable, opened } = webSocketMessages(socket);
    expect(cutOf((await readAll(readable)).end).by).toBe("carrier");
    expect(await rejection(opened)).toMatchObject({ code: "cut" });
  });
});

describe("The other end of a workerd WebSocketPair", { timeout }, () => {
  class PairedSocket extends FakeSocket {
    accepts = 0;

    accept(): void {
      if (++this.accepts > 1) throw new TypeError("It has been accepted before");
    }
  }

  test("is accepted, or it would say nothing", async () => {
    const socket = new PairedSocket();
    socket.readyState = 1;
    const { readable } = webSocketMessages(socket);
    expect(socket.accepts).toBe(1);
    socket.message(Uint8Array.of(1));
    socket.end({ code: 1000, wasClean: true });
    // There, an error follows.
    socket.error({ message: "Network connection lost." });
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  test("may have been accepted before", async () => {
    const socket = new PairedSocket();
    socket.readyState = 1;
    socket.accept();
    const { readable, opened } = webSocketMessages(socket);
    await opened;
    socket.message(Uint8Array.of(1));
    socket.end({ code: 1000, wasClean: true });
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });
});

describe("What is told of the life of a socket", { timeout }, () => {
  test("waits for its events", async () => {
    const socket = new FakeSocket();
    const { opened, closed } = webSocketMessages(socket);
    const fates = [watch(opened), watch(closed)];
    const told = async () => {
      await turn();
      return fates.map((fate) => fate());
    };
    expect(await told()).toStrictEqual(["pending", "pending"]);
    socket.open();
    expect(await told()).toStrictEqual(["fulfilled", "pending"]);
    socket.message(Uint8Array.of(1));
    socket.error();
    expect(await told()).toStrictEqual(["fulfilled", "pending"]);
    socket.end({ code: 1006, wasClean: false });
    expect(await told()).toStrictEqual(["fulfilled", "fulfilled"]);
  });

  test("does not wait for the reader", async () => {
    const { near, peer } = await pair();
    await sendAll(peer, [Uint8Array.of(1), Uint8Array.of(2)]);
    peer.close(1001, "bye");
    expect(await near.closed).toStrictEqual({ code: 1001, reason: "bye", clean: true, by: "peer" });
    expect((await readAll(near.readable)).values).toHaveLength(2);
  });

  test("stays what it was first", async () => {
    const socket = FakeSocket.opened();
    const isFinish = vi.fn(() => true);
    const { readable, writable, closed } = webSocketMessages(socket, { isFinish });
    socket.end({ code: 1001, reason: "bye", wasClean: true });
    socket.error({ message: "late" });
    socket.message(Uint8Array.of(1));
    socket.end({ code: 1006, wasClean: false });
    expect(await closed).toStrictEqual({ code: 1001, reason: "bye", clean: true, by: "peer" });
    expect(isFinish).toHaveBeenCalledOnce();
    expect(await readAll(readable)).toStrictEqual({ values: [], end: "done" });
    expect(await rejection(writable.getWriter().closed)).toMatchObject({ code: "cut", closeCode: 1001, reason: "bye" });
  });

  test.each([
    [{ wasClean: true, code: 1000 }, true],
    [{ wasClean: true, code: 1005 }, true],
    [{ wasClean: true }, true],
    // React Native has no wasClean.
    [{ code: 1000, reason: "bye" }, true],
    [{ code: 1005 }, true],
    [{ code: 4000 }, true],
    [{ code: 1006 }, false],
    [{}, false],
    // Whoever dies after its close frame has said what it had to say.
    [{ wasClean: false, code: 1000 }, true],
    [{ wasClean: false, code: 1006 }, false],
    [{ wasClean: false, code: 1015 }, false],
    // Deno
    [{ wasClean: false, code: 0 }, false],
    [{ wasClean: false }, false],
  ] satisfies [FakeClose, boolean][])("is taken from the close event: %j is clean: %j", async (event, clean) => {
    const socket = FakeSocket.opened();
    const { readable, closed } = webSocketMessages(socket);
    socket.end(event);
    const { code, reason = "" }: FakeClose = event;
    expect(await closed).toStrictEqual({ code, reason, clean, by: "peer" });
    const { end } = await readAll(readable);
    if (clean) expect(end).toBe("done");
    else expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: code });
  });

  test("is an error's, if no close event follows", async () => {
    const socket = FakeSocket.opened();
    const { readable, closed } = webSocketMessages(socket);
    const error = new Error("refused");
    socket.message(Uint8Array.of(1));
    socket.error({ error, message: "refused" });
    // What comes so soon after it has not been lost.
    socket.message(Uint8Array.of(2));
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1), Uint8Array.of(2)]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: undefined, cause: error });
    expect(await closed).toStrictEqual({ code: undefined, reason: "", clean: false, by: "peer" });
    socket.message(Uint8Array.of(3));
    socket.end({ code: 1000, wasClean: true });
    expect(await closed).toMatchObject({ clean: false });
  });

  test("leaves no timer behind when the close event has come", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = FakeSocket.opened();
    webSocketMessages(socket);
    socket.error();
    expect(vi.getTimerCount()).toBe(1);
    socket.end({ code: 1006, wasClean: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    [{ error: "first" }, "first"],
    [{ message: "in words" }, "in words"],
    [{}, undefined],
  ])("has the first error as its cause, if that says anything: %j", async (details, cause) => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket);
    socket.error(details);
    socket.error({ error: cause === undefined ? undefined : "second" });
    socket.end({ code: 1006, wasClean: false });
    const error = cutOf((await readAll(readable)).end);
    expect(error.cause).toBe(cause);
    expect(Object.hasOwn(error, "cause")).toBe(cause !== undefined);
  });
});
