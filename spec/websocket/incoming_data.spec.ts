import { runInNewContext } from "node:vm";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { paces, readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { pair, sendAll } from "./support/pair.ts";
import { standardOnly } from "./support/standard_only.ts";
import { until } from "./support/until.ts";

const timeout = 10_000;

/** A blob of which the test says when it has been read. */
class SlowBlob extends Blob {
  readonly #read: Promise<void>;
  release: () => void = () => {};
  fail: (reason: unknown) => void = () => {};

  constructor(bytes: readonly number[]) {
    super([Uint8Array.from(bytes)]);
    this.#read = new Promise((resolve, reject) => {
      this.release = resolve;
      this.fail = reject;
    });
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    await this.#read;
    return super.arrayBuffer();
  }
}

describe("The type of binary data", { timeout }, () => {
  test("is set at once", () => {
    const socket = new FakeSocket();
    webSocketMessages(socket);
    expect(socket.binaryType).toBe("arraybuffer");
  });

  test.each([
    [
      "is refused",
      {
        set: () => {
          throw new TypeError("blob only");
        },
      },
    ],
    ["is ignored", { set: () => {} }],
  ])("does not matter if setting it %s", async (_, { set }) => {
    const socket = FakeSocket.opened();
    Object.defineProperty(socket, "binaryType", { get: () => "blob", set });
    const { readable } = webSocketMessages(socket);
    socket.message(new Blob([Uint8Array.of(1, 2)]));
    socket.message("text");
    socket.message(new Blob([]));
    socket.end({ code: 1000, wasClean: true });
    expect(await readAll(readable)).toStrictEqual({ values: [Uint8Array.of(1, 2), new Uint8Array()], end: "done" });
  });

  test.each(["nodebuffer", "blob", "fragments"] as const)("may be changed behind our back, to %s", async (type) => {
    const { near, peer, socket } = await pair({ as: standardOnly });
    // The types of the package do not know all that it takes.
    Reflect.set(socket, "binaryType", type);
    await sendAll(peer, [Uint8Array.of(1), "text", Uint8Array.of(2, 3), new Uint8Array()]);
    peer.close();
    const reading = await readAll(near.readable);
    // A list of fragments is of no platform's interface.
    if (type === "fragments") expect(cutOf(reading.end).cause).toBeInstanceOf(TypeError);
    else
      expect(reading).toStrictEqual({
        values: [Uint8Array.of(1), Uint8Array.of(2, 3), new Uint8Array()],
        end: "done",
      });
  });
});

describe("Messages", { timeout }, () => {
  const bytes = Uint8Array.of(9, 1, 2, 3, 9);

  test.each([
    ["an ArrayBuffer", bytes.slice(1, 4).buffer],
    ["a part of a buffer", bytes.subarray(1, 4)],
    ["a DataView", new DataView(bytes.buffer, 1, 3)],
    ["a Buffer of Node's pool", Buffer.from([1, 2, 3])],
    ["a Blob", new Blob([bytes.subarray(1, 4)])],
    ["an ArrayBuffer of another realm", runInNewContext("Uint8Array.of(1, 2, 3).buffer")],
    ["a Uint8Array of another realm", runInNewContext("Uint8Array.of(9, 1, 2, 3).subarray(1)")],
    ["a DataView of another realm", runInNewContext("new DataView(Uint8Array.of(9, 1, 2, 3).buffer, 1)")],
  ])("may come as %s", async (_, data) => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket);
    socket.message(data);
    socket.end({ code: 1000, wasClean: true });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1, 2, 3)]);
    expect(end).toBe("done");
    expect(values[0]).toBeInstanceOf(Uint8Array);
    // Memory of its own, all of it.
    expect(values[0]?.buffer.byteLength).toBe(3);
  });

  test("do not change when a socket uses their memory again", async () => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket);
    const pool = Buffer.from([1, 2, 3]);
    socket.message(pool.subarray(1));
    pool.fill(7);
    socket.end({ code: 1000, wasClean: true });
    expect((await readAll(readable)).values).toStrictEqual([Uint8Array.of(2, 3)]);
  });

  test("of a real socket are in memory of their own", async () => {
    const { near, peer } = await pair();
    await sendAll(peer, [Uint8Array.of(1), Uint8Array.of(2, 3), new Uint8Array(70_000)]);
    peer.close();
    const { values } = await readAll(near.readable);
    expect(values.map(({ buffer }) => buffer.byteLength)).toStrictEqual([1, 2, 70_000]);
    expect(new Set(values.map(({ buffer }) => buffer)).size).toBe(3);
  });

  test.each([
    ["a number", 5],
    ["null", null],
    ["nothing", undefined],
    ["a list", [1, 2]],
    ["an object", {}],
  ])("never come as %s: the socket is broken off, and the peer has to know", async (_, data) => {
    const socket = FakeSocket.opened();
    const { readable, writable } = webSocketMessages(socket);
    socket.message(Uint8Array.of(1));
    socket.message(data);
    socket.message(Uint8Array.of(2));
    expect(socket.closes).toStrictEqual([[4006, ""]]);
    socket.end({ code: 4006, wasClean: true });
    const { values, end } = await readAll(readable, "late");
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", cause: expect.any(TypeError) });
    expect(await rejection(writable.getWriter().closed)).toMatchObject({ code: "cut" });
  });
});

describe("Blobs", { timeout }, () => {
  test.each(paces)(
    "are read one after the other, and what comes behind waits, for a reader that is %s",
    async (pace) => {
      const socket = FakeSocket.opened();
      const texts: string[] = [];
      const { readable, closed } = webSocketMessages(socket, { onText: (text) => texts.push(text) });
      const [first, second] = [new SlowBlob([1]), new SlowBlob([2])];
      socket.message(Uint8Array.of(0));
      socket.message(first);
      socket.message("behind the first");
      socket.message(second);
      socket.message(Uint8Array.of(3));
      socket.message("last");
      socket.end({ code: 1000, wasClean: true });
      const reading = readAll(readable, pace);
      // The later one is there first.
      second.release();
      await turn();
      expect(texts).toStrictEqual([]);
      first.release();
      expect(await reading).toStrictEqual({
        values: [Uint8Array.of(0), Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)],
        end: "done",
      });
      expect(texts).toStrictEqual(["behind the first", "last"]);
      expect(await closed).toMatchObject({ code: 1000, clean: true, by: "peer" });
    },
  );

  test("come before the cut behind them", async () => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket);
    const blob = new SlowBlob([1]);
    socket.message(blob);
    socket.error({ message: "broken" });
    socket.end({ code: 1006, wasClean: false });
    await turn();
    blob.release();
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(cutOf(end)).toMatchObject({ closeCode: 1006, cause: "broken" });
  });

  test("that cannot be read are a cut, behind what came before and before what comes after", async () => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket);
    const blob = new SlowBlob([2]);
    const reason = new DOMException("The file is gone", "NotReadableError");
    for (const data of [new Blob([Uint8Array.of(1)]), blob, new Blob([Uint8Array.of(3)])]) socket.message(data);
    blob.fail(reason);
    await until(() => socket.closes.length > 0);
    expect(socket.closes).toStrictEqual([[4006, ""]]);
    socket.end({ code: 4006, wasClean: true });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", cause: reason });
  });
});
