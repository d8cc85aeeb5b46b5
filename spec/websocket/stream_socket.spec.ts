import { CutError } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { pause, turn } from "../support/pause.ts";
import { paces, readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeStreamSocket } from "./support/fake_stream_socket.ts";

const timeout = 10_000;

/** A `WebSocketError`. */
function socketError(details: object): Error {
  return Object.assign(new Error("The connection was not closed cleanly"), details);
}

describe("A WebSocketStream", { timeout }, () => {
  test.each(paces)("brings its messages, whichever the platform, to a reader that is %s", async (pace) => {
    const socket = new FakeStreamSocket();
    const texts: string[] = [];
    const near = webSocketMessages(socket, { onText: (text) => texts.push(text) });
    socket.open();
    await near.opened;
    // Chromium, Deno; and text, which carries no meaning.
    for (const data of [Uint8Array.of(1).buffer, Uint8Array.of(2), "text", new ArrayBuffer(0)]) socket.message(data);
    socket.end({ closeCode: 1000, reason: "bye" });
    expect(await readAll(near.readable, pace)).toStrictEqual({
      values: [Uint8Array.of(1), Uint8Array.of(2), new Uint8Array()],
      end: "done",
    });
    expect(await near.closed).toStrictEqual({ code: 1000, reason: "bye", clean: true, by: "peer" });
    expect(texts).toStrictEqual(["text"]);
    expect(near.ignoredTexts).toBe(1);
    expect(await rejection(near.writable.getWriter().closed)).toMatchObject({ code: "cut", closeCode: 1000 });
  });

  test.each([1001, 1005, 1011, 4000])("has finished with the code %i", async (closeCode) => {
    const socket = new FakeStreamSocket().open();
    const { readable, closed } = webSocketMessages(socket);
    socket.end({ closeCode, reason: "" });
    expect(await readAll(readable)).toStrictEqual({ values: [], end: "done" });
    expect(await closed).toStrictEqual({ code: closeCode, reason: "", clean: true, by: "peer" });
  });

  test("has finished, even if this side closes before it is told", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable, writable, closed } = webSocketMessages(socket);
    const reading = readAll(readable);
    socket.message(Uint8Array.of(1));
    const tell = socket.endSlowly({ closeCode: 1000, reason: "" });
    await turn();
    const closing = rejection(writable.close());
    await pause(5);
    tell();
    expect(await closed).toMatchObject({ clean: true, by: "peer" });
    expect(await reading).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
    expect(await closing).toBeInstanceOf(CutError);
  });

  test("has not finished with the code 4006", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable } = webSocketMessages(socket);
    socket.message(Uint8Array.of(1));
    socket.end({ closeCode: 4006, reason: "" });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 4006 });
  });

  const deaths: readonly (readonly [platform: string, details: object, closeCode: number | undefined])[] = [
    ["Chromium", { closeCode: 1006, reason: "" }, 1006],
    // The interface says `unsigned short?`; so Chromium does where there has been no handshake.
    ["Deno, which gives null for the code", { closeCode: null, reason: "" }, undefined],
    ["a platform that gives no code", {}, undefined],
  ];

  test.each(deaths)("that dies is a cut, in %s", async (_, details, closeCode) => {
    const socket = new FakeStreamSocket().open();
    const { readable, closed } = webSocketMessages(socket);
    const error = socketError(details);
    for (const number of [1, 2, 3]) socket.message(Uint8Array.of(number));
    socket.fail(error);
    const { values, end } = await readAll(readable, "slow");
    expect(values).toStrictEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode, cause: error });
    expect(await closed).toStrictEqual({ code: closeCode, reason: "", clean: false, by: "peer" });
  });

  test.each(deaths)("that is never opened is a cut, in %s", async (_, details) => {
    const socket = new FakeStreamSocket();
    const { readable, writable, opened, closed } = webSocketMessages(socket);
    const error = socketError(details);
    socket.fail(error);
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", cause: error });
    expect(await rejection(opened)).toBe(cutOf(end));
    expect(await rejection(writable.getWriter().write(Uint8Array.of(1)))).toBe(cutOf(end));
    expect(await closed).toMatchObject({ clean: false, by: "peer" });
  });

  test("that brings what is no message is broken off", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable } = webSocketMessages(socket);
    socket.message(Uint8Array.of(1));
    socket.message(5);
    await turn();
    expect(socket.closes).toMatchObject([{ closeCode: 4006 }]);
    socket.end({ closeCode: 4006, reason: "" });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(cutOf(end).cause).toBeInstanceOf(TypeError);
  });
});

describe("The reader of a WebSocketStream", { timeout }, () => {
  test("that is slow makes the peer wait, and has everything in the end", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable } = webSocketMessages(socket, { highWaterMark: 100 });
    const messages = Array.from({ length: 100 }, (_, number) => new Uint8Array(10).fill(number));
    for (const message of messages) socket.message(message);
    socket.end({ closeCode: 1000 });
    await turn();
    // One more than fits, and one that had been asked for.
    expect(socket.taken).toBeGreaterThan(5);
    expect(socket.taken).toBeLessThanOrEqual(12);
    let most = 0;
    const reading = await readAll(readable, "slow", (count) => {
      most = Math.max(most, socket.taken - count);
    });
    expect(reading).toStrictEqual({ values: messages, end: "done" });
    expect(most).toBeLessThanOrEqual(12);
  });

  /** As Chromium gives them. */
  const numbered = (number: number): ArrayBuffer => new Uint8Array(10).fill(number).buffer;

  test("is told of messages that the platform drops when the peer closes meanwhile: that is no finish", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable, closed } = webSocketMessages(socket, { highWaterMark: 10 });
    for (let number = 0; number < 100; number++) socket.message(numbered(number));
    await turn();
    const { taken } = socket;
    socket.endAtOnce({ closeCode: 1000, reason: "" });
    const { values, end } = await readAll(readable, "slow");
    expect(values.map(([number]) => number)).toStrictEqual([...Array(taken).keys()]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", cause: { message: expect.stringMatching(/drops/) } });
    expect(await closed).toMatchObject({ clean: false });
  });

  test.each([
    ["two messages came", [2, 3], false],
    ["nothing came and a read waited", [], true],
    ["one came and a read waited", [2], true],
  ])("is not told so if after the pause %s", async (_, numbers, waits) => {
    const socket = new FakeStreamSocket().open();
    const { readable } = webSocketMessages(socket, { highWaterMark: 10 });
    for (const number of [0, 1]) socket.message(numbered(number));
    await turn();
    const reader = readable.getReader();
    const read = async (): Promise<number | undefined> => (await reader.read()).value?.[0];
    expect([await read(), await read()]).toStrictEqual([0, 1]);
    for (const number of numbers) {
      socket.message(numbered(number));
      expect(await read()).toBe(number);
    }
    const last = read();
    if (waits) await new Promise((resolve) => setTimeout(resolve, 20));
    socket.endAtOnce({ closeCode: 1000, reason: "" });
    expect(await last).toBeUndefined();
  });

  test("is told so if after the pause one message came, and the end at once", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable } = webSocketMessages(socket, { highWaterMark: 10 });
    for (const number of [0, 1, 2]) socket.message(numbered(number));
    await turn();
    expect(socket.taken).toBe(2);
    const reading = readAll(readable);
    socket.endAtOnce({ closeCode: 1000, reason: "" });
    expect(cutOf((await reading).end).by).toBe("carrier");
  });

  test("does not keep its own close from being clean, paused or not", async () => {
    const socket = new FakeStreamSocket().open();
    const { writable, closed } = webSocketMessages(socket, { highWaterMark: 10 });
    for (const number of [0, 1, 2]) socket.message(numbered(number));
    await turn();
    const closing = writable.close();
    await turn();
    expect(socket.closes).toMatchObject([{ closeCode: 1000 }]);
    socket.endAtOnce({ closeCode: 1000, reason: "" });
    await closing;
    expect(await closed).toMatchObject({ clean: true, by: "local" });
  });

  test("is not told so if nothing was waited with", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable } = webSocketMessages(socket);
    socket.message(Uint8Array.of(1));
    await turn();
    socket.endAtOnce({ closeCode: 1000, reason: "" });
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  test("that leaves closes it", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable, closed } = webSocketMessages(socket);
    await readable.cancel("enough");
    expect(socket.closes).toStrictEqual([{ closeCode: 1000, reason: "enough" }]);
    socket.end({ closeCode: 1000, reason: "enough" });
    expect(await closed).toMatchObject({ clean: true, by: "local" });
  });

  test("that leaves while the peer waits lets the answer through", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable, closed } = webSocketMessages(socket, { highWaterMark: 10 });
    for (let count = 0; count < 100; count++) socket.message(new Uint8Array(10));
    await turn();
    expect(socket.taken).toBeLessThan(10);
    await readable.cancel();
    socket.end({ closeCode: 1000 });
    expect(await closed).toMatchObject({ clean: true, by: "local" });
    expect(socket.taken).toBe(100);
  });

  test("that fails breaks it off", async () => {
    const socket = new FakeStreamSocket().open();
    await webSocketMessages(socket).readable.cancel(new Error("no JSON"));
    await turn();
    expect(socket.closes).toStrictEqual([{ closeCode: 4006, reason: "" }]);
  });
});

describe("The writer of a WebSocketStream", { timeout }, () => {
  test("waits for it to open, and while it cannot send as fast", async () => {
    const socket = new FakeStreamSocket();
    const writer = webSocketMessages(socket).writable.getWriter();
    let sent: () => void = () => {};
    socket.sending = new Promise((resolve) => {
      sent = resolve;
    });
    const write = writer.write(Uint8Array.of(1));
    await turn();
    socket.open();
    expect(await fateOf(write)).toBe("pending");
    sent();
    await write;
    expect(socket.sent).toStrictEqual([Uint8Array.of(1)]);
  });

  test("closes it when everything is sent, and waits for the answer", async () => {
    const socket = new FakeStreamSocket().open();
    const writer = webSocketMessages(socket).writable.getWriter();
    await writer.write(Uint16Array.of(1));
    const closing = writer.close();
    while (socket.closes.length === 0) await turn();
    expect(socket.sent).toStrictEqual([Uint8Array.of(1, 0)]);
    expect(socket.closes).toStrictEqual([{ closeCode: 1000, reason: "" }]);
    expect(await fateOf(closing)).toBe("pending");
    socket.end({ closeCode: 1000, reason: "" });
    await closing;
  });

  test("that is aborted breaks it off", async () => {
    const socket = new FakeStreamSocket().open();
    const { readable, writable, opened } = webSocketMessages(socket);
    await opened;
    await writable.abort("enough");
    expect(socket.closes).toStrictEqual([{ closeCode: 4006, reason: "enough" }]);
    expect(cutOf((await readAll(readable)).end)).toMatchObject({ by: "local", cause: "enough" });
  });

  test("may write nothing but bytes", async () => {
    const socket = new FakeStreamSocket().open();
    // A cast, as the types would not let it through.
    const write = webSocketMessages(socket)
      .writable.getWriter()
      .write("text" as unknown as Uint8Array);
    expect(await rejection(write)).toBeInstanceOf(TypeError);
    expect(socket.closes).toStrictEqual([{ closeCode: 4006, reason: "" }]);
    expect(socket.sent).toStrictEqual([]);
  });
});

test("A signal errors both sides of a WebSocketStream, and breaks it off", { timeout }, async () => {
  const socket = new FakeStreamSocket().open();
  const abort = new AbortController();
  const { readable, writable, opened } = webSocketMessages(socket, { signal: abort.signal });
  await opened;
  abort.abort("enough");
  expect(await readAll(readable)).toStrictEqual({ values: [], end: { rejected: "enough" } });
  expect(await rejection(writable.getWriter().closed)).toBe("enough");
  expect(socket.closes).toStrictEqual([{ closeCode: 4006, reason: "enough" }]);
});

test("A WebSocketStream that never answers is given up", { timeout }, async () => {
  const socket = new FakeStreamSocket().open();
  const { writable, closed } = webSocketMessages(socket, { closeTimeout: 20 });
  expect(await rejection(writable.close())).toBeInstanceOf(CutError);
  expect(await closed).toMatchObject({ clean: false, by: "local" });
});
