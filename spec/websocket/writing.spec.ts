import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { fateOf, rejection } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { type Heard, hear } from "./support/heard.ts";
import { pair, roles } from "./support/pair.ts";
import { serve } from "./support/server.ts";

const timeout = 10_000;

describe("What is written", { timeout }, () => {
  test.each(roles)("is sent by the %s, in order, each chunk as one binary message", async (role) => {
    const { near, heard } = await pair({ role });
    // The head of a frame has three sizes, with these bounds.
    const sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
    const messages = sizes.map((size, index) => new Uint8Array(size).fill(index + 1));
    const writer = near.writable.getWriter();
    for (const message of messages) await writer.write(message);
    await writer.close();
    expect(heard.messages.map((message) => [typeof message, message.length, message.at(-1)])).toStrictEqual(
      messages.map((message) => ["object", message.byteLength, message.at(-1)]),
    );
  });

  test("is sent in order when nobody waits between the writes", async () => {
    const { near, heard } = await pair();
    const writer = near.writable.getWriter();
    const messages = Array.from({ length: 1000 }, (_, index) => Uint16Array.of(index));
    for (const message of messages) writer.write(message).catch(() => {});
    await writer.close();
    const numbers = heard.messages.map((message) => typeof message === "object" && new Uint16Array(message.buffer)[0]);
    expect(numbers).toStrictEqual(messages.map(([number]) => number));
  });

  test("before the socket opens is sent once it does, and the write settles after that", async () => {
    const socket = new FakeSocket();
    const writer = webSocketMessages(socket).writable.getWriter();
    const write = writer.write(Uint8Array.of(1));
    expect(await fateOf(write)).toBe("pending");
    expect(socket.sent).toStrictEqual([]);
    socket.open();
    await write;
    expect(socket.sent).toStrictEqual([Uint8Array.of(1)]);
  });

  test("in the turn in which the socket was made is sent", async () => {
    let heard: Heard | undefined;
    const url = await serve((peer) => {
      heard = hear(peer);
    });
    const { writable } = webSocketMessages(new WebSocket(url));
    const writer = writable.getWriter();
    for (const number of [1, 2, 3]) writer.write(Uint8Array.of(number)).catch(() => {});
    await writer.close();
    expect(heard?.messages).toStrictEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]);
  });

  const six = Uint8Array.of(0, 1, 2, 3, 4, 5);
  const shared = new Uint8Array(new SharedArrayBuffer(6));
  shared.set(six);

  test.each([
    ["a part of a buffer", six.subarray(2, 5), [2, 3, 4]],
    ["an ArrayBuffer", Uint8Array.of(1, 2).buffer, [1, 2]],
    ["an empty ArrayBuffer", new ArrayBuffer(0), []],
    ["a DataView with an offset", new DataView(six.buffer, 1, 2), [1, 2]],
    ["a Uint16Array", new Uint16Array(six.buffer, 2, 2), [2, 3, 4, 5]],
    ["a Float64Array", new Float64Array(2), Array<number>(16).fill(0)],
    ["a Buffer of Node's pool", Buffer.from([7, 8, 9]), [7, 8, 9]],
    ["shared memory", shared, [0, 1, 2, 3, 4, 5]],
    ["a part of shared memory", shared.subarray(2, 5), [2, 3, 4]],
    ["a DataView of shared memory", new DataView(shared.buffer, 4), [4, 5]],
  ])("as %s is sent as exactly its bytes", async (_, message, bytes) => {
    for (const role of roles) {
      const { near, heard } = await pair({ role });
      const writer = near.writable.getWriter();
      await writer.write(message);
      await writer.close();
      expect(heard.messages).toStrictEqual([Uint8Array.from(bytes)]);
    }
  });

  test("on shared memory never reaches a socket as such, since some would send its numbers as a text", async () => {
    const socket = FakeSocket.opened();
    await webSocketMessages(socket).writable.getWriter().write(shared);
    expect(socket.sent).toStrictEqual([six]);
    expect(Reflect.get(Object(socket.sent[0]), "buffer")).toBeInstanceOf(ArrayBuffer);
  });

  test("is not spoilt by being sent", async () => {
    const { near } = await pair();
    const message = Uint8Array.of(1, 2, 3, 4, 5);
    const writer = near.writable.getWriter();
    await writer.write(message);
    await writer.close();
    expect(message).toStrictEqual(Uint8Array.of(1, 2, 3, 4, 5));
  });
});

describe("What is no message", { timeout }, () => {
  const others: readonly (readonly [name: string, chunk: unknown])[] = [
    ["a string", "text"],
    ["a number", 5],
    ["null", null],
    ["undefined", undefined],
    ["an object", { byteLength: 1 }],
    ["a list of bytes", [1, 2]],
    ["a Blob", new Blob(["text"])],
    ["shared memory without a view", new SharedArrayBuffer(2)],
  ];

  test.each(others)("is refused, and breaks the connection off: %s", async (_, chunk) => {
    const { near, heard } = await pair();
    const writer = near.writable.getWriter();
    await writer.write(Uint8Array.of(1));
    // A cast, as the types would not let it through.
    const error = await rejection(writer.write(chunk as Uint8Array));
    expect(error).toBeInstanceOf(TypeError);
    expect(await rejection(writer.closed)).toBe(error);
    expect((await heard.closed).code).toBe(1006);
    expect(heard.messages).toStrictEqual([Uint8Array.of(1)]);
    expect(await near.closed).toMatchObject({ clean: false, by: "local" });
    expect(cutOf((await readAll(near.readable)).end)).toMatchObject({ by: "local", cause: error });
  });

  test("is refused when the socket opens, if not before", async () => {
    const socket = new FakeSocket();
    const { readable, writable } = webSocketMessages(socket);
    // A cast, as the types would not let it through.
    const write = rejection(writable.getWriter().write("text" as unknown as Uint8Array));
    await turn();
    if (socket.closes.length === 0) socket.open();
    const error = await write;
    expect(error).toBeInstanceOf(TypeError);
    expect(socket.sent).toStrictEqual([]);
    expect(socket.closes).toStrictEqual([[4006, ""]]);
    expect(cutOf((await readAll(readable)).end)).toMatchObject({ by: "local", cause: error });
  });
});

describe("A socket that cannot send", { timeout }, () => {
  const broken = new Error("broken");

  function breaking(socket: FakeSocket): FakeSocket {
    socket.send = () => {
      throw broken;
    };
    return socket;
  }

  test("is broken off", async () => {
    const socket = breaking(FakeSocket.opened());
    const { readable, writable } = webSocketMessages(socket);
    expect(await rejection(writable.getWriter().write(Uint8Array.of(1)))).toBe(broken);
    expect(socket.closes).toStrictEqual([[4006, ""]]);
    expect(cutOf((await readAll(readable)).end)).toMatchObject({ by: "local", cause: broken });
  });

  test("is broken off if the write has waited for it to open, too", async () => {
    const socket = breaking(new FakeSocket());
    const { readable, writable } = webSocketMessages(socket);
    const write = writable.getWriter().write(Uint8Array.of(1));
    await turn();
    socket.open();
    expect(await rejection(write)).toBe(broken);
    expect(socket.closes).toStrictEqual([[4006, ""]]);
    expect(cutOf((await readAll(readable)).end)).toMatchObject({ by: "local", cause: broken });
  });
});

describe("A write after the end", { timeout }, () => {
  test.each([
    ["has closed", (peer: WebSocket) => peer.close(1000), { closeCode: 1000 }],
    ["has died", (peer: WebSocket) => peer.terminate(), { closeCode: 1006 }],
  ])("is refused with a CutError if the peer %s", async (_, end, expected) => {
    const { near, peer } = await pair();
    const writer = near.writable.getWriter();
    await writer.write(Uint8Array.of(1));
    end(peer);
    await near.closed;
    expect(await rejection(writer.write(Uint8Array.of(2)))).toMatchObject({ code: "cut", by: "carrier", ...expected });
    expect(await rejection(writer.closed)).toMatchObject({ code: "cut", by: "carrier", ...expected });
  });
});
