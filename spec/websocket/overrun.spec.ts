import { CutError } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { pair } from "./support/pair.ts";
import { standardOnly } from "./support/standard_only.ts";

const bytes = (length: number, number = 0): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(number);

describe("A socket that cannot be paused", { timeout: 10_000 }, () => {
  test.each([
    ["bytes", { maxQueuedBytes: 10 }, [5, 5], 1],
    ["bytes, of which the last message has too many", { maxQueuedBytes: 10 }, [9], 2],
    ["messages", { maxQueuedMessages: 3 }, [0, 0, 0], 0],
    ["bytes behind one large message", { maxQueuedBytes: 10 }, [100], 1],
    ["messages, if none may wait", { maxQueuedMessages: 0 }, [100], 0],
  ] as const)("is closed when too many %s wait, which are read before the error", async (_, options, lengths, more) => {
    const socket = FakeSocket.opened();
    const { readable, closed } = webSocketMessages(socket, options);
    for (const length of lengths) socket.message(bytes(length));
    expect(socket.closes).toStrictEqual([]);
    socket.message(bytes(more));
    expect(socket.closes).toStrictEqual([[4009, "reading too slowly"]]);
    socket.message(bytes(0));
    socket.end({ code: 4009, wasClean: true });
    const { values, end } = await readAll(readable, "late");
    expect(values.map(({ byteLength }) => byteLength)).toStrictEqual(lengths);
    expect(cutOf(end)).toMatchObject({ by: "overrun", closeCode: undefined });
    expect(await closed).toMatchObject({ code: 4009, clean: true, by: "local" });
  });

  test("counts only what waits: a reader that keeps up may be sent any number of any size", async () => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket, { maxQueuedBytes: 10, maxQueuedMessages: 1 });
    const reader = readable.getReader();
    for (let number = 0; number < 100; number++) {
      const read = reader.read();
      socket.message(bytes(100, number));
      expect(await read).toStrictEqual({ done: false, value: bytes(100, number) });
    }
    expect(socket.closes).toStrictEqual([]);
  });

  test("has room again for what has been read", async () => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket, { maxQueuedBytes: 30, maxQueuedMessages: 3 });
    const reader = readable.getReader();
    for (let number = 0; number < 100; number++) {
      socket.message(bytes(10, number));
      if (number >= 2) expect((await reader.read()).value).toStrictEqual(bytes(10, number - 2));
    }
    expect(socket.closes).toStrictEqual([]);
  });

  test("holds 64 MiB or 16384 messages by default", async () => {
    const mebibyte = bytes(1024 * 1024);
    const few = FakeSocket.opened();
    webSocketMessages(few);
    for (let count = 0; count < 64; count++) few.message(mebibyte.buffer);
    expect(few.closes).toStrictEqual([]);
    few.message(bytes(1));
    expect(few.closes).toStrictEqual([[4009, "reading too slowly"]]);
    const many = FakeSocket.opened();
    webSocketMessages(many);
    for (let count = 0; count < 16_384; count++) many.message(bytes(0));
    expect(many.closes).toStrictEqual([]);
    many.message(bytes(0));
    expect(many.closes).toStrictEqual([[4009, "reading too slowly"]]);
  });

  test("that ends while it is being closed for an overrun ends as one", async () => {
    const socket = FakeSocket.opened();
    const { readable, writable } = webSocketMessages(socket, { maxQueuedMessages: 1 });
    for (const number of [1, 2]) socket.message(Uint8Array.of(number));
    socket.end({ code: 1000, wasClean: true });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(cutOf(end).by).toBe("overrun");
    expect(await rejection(writable.getWriter().closed)).toBeInstanceOf(CutError);
  });

  /** 40 messages of 64 KiB each, told apart by what they are filled with. */
  const large = Array.from({ length: 40 }, (_, number) => bytes(64 * 1024, number));
  const fillings = (messages: readonly Uint8Array[]): unknown[] =>
    messages.map((message) => [message.byteLength, message[0], message.at(-1)]);

  test("is told why, over the wire, and its messages are not mistaken for all", async () => {
    const { near, peer, heard } = await pair({ as: standardOnly, maxQueuedBytes: 1024 * 1024 });
    for (const message of large) peer.send(message);
    expect(await heard.closed).toStrictEqual({ code: 4009, reason: "reading too slowly" });
    const { values, end } = await readAll(near.readable);
    expect(fillings(values)).toStrictEqual(fillings(large.slice(0, 16)));
    expect(cutOf(end).by).toBe("overrun");
    expect(await near.closed).toMatchObject({ clean: true, by: "local" });
  });

  test("brings a reader that keeps up everything", async () => {
    const { near, peer, heard } = await pair({ as: standardOnly, maxQueuedBytes: 1024 * 1024 });
    const reading = readAll(near.readable);
    for (const message of large) peer.send(message);
    peer.close();
    const { values, end } = await reading;
    expect(fillings(values)).toStrictEqual(fillings(large));
    expect(end).toBe("done");
    expect((await heard.closed).code).toBe(1005);
  });
});
