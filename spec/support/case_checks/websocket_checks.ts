import type { Socket } from "node:net";
import {
  anyJson,
  CutError,
  type DecoderInput,
  decodeFrame,
  defineFamily,
  FrameError,
  notificationFrames,
  rawFrames,
  readFrames,
} from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { FakeSocket } from "../../websocket/support/fake_socket.ts";
import { pair, sendAll } from "../../websocket/support/pair.ts";
import { BINARY, closeFrame, frame, serveRaw } from "../../websocket/support/raw_server.ts";
import { fateOf, rejection } from "../fate.ts";
import { frameA } from "../frames.ts";
import { A } from "../messages.ts";
import { pause, turn } from "../pause.ts";
import { pullSource } from "../pull_source.ts";
import { readAll } from "../read_all.ts";
import { ways } from "../ways.ts";
import type { Checks } from "./check.ts";

/** Five messages, and what the raw family makes of them. */
const five = [0, 1, 2, 3, 4].map((number) => Uint8Array.of(0, number));
const fiveFrames = five.map((message) => ({ type: "item", body: message.subarray(1) }));

const cut = { rejected: expect.any(CutError) };

/** A connection to a server that sends five messages in one write, and whatever is given. */
async function connectToRaw(after: (socket: Socket) => void, ...more: Uint8Array[]) {
  const url = await serveRaw((socket, acceptance) => {
    const frames = five.map((message) => frame(BINARY, message));
    socket.write(Buffer.concat([Buffer.from(acceptance), ...frames, ...more]), () => setImmediate(after, socket));
  });
  return webSocketMessages(new WebSocket(url));
}

export const websocketChecks: Checks = {
  async "ws-01"() {
    const { near, peer } = await pair();
    await sendAll(peer, [Uint8Array.of(1, 0), "hi", Uint8Array.of(1, 1), new Uint8Array(), "", Uint8Array.of(1, 2)]);
    peer.close(1000);
    expect(await readAll(near.readable)).toStrictEqual({
      values: [Uint8Array.of(1, 0), Uint8Array.of(1, 1), new Uint8Array(), Uint8Array.of(1, 2)],
      end: "done",
    });
    expect(near.ignoredTexts).toBe(2);
  },

  "ws-03"() {
    const blobs = new FakeSocket();
    expect(blobs.binaryType).toBe("blob");
    webSocketMessages(blobs);
    expect(blobs.binaryType).toBe("arraybuffer");
    const fixed = new FakeSocket();
    const tried: unknown[] = [];
    const set = (type: unknown): never => {
      tried.push(type);
      throw new TypeError("It cannot be set");
    };
    Object.defineProperty(fixed, "binaryType", { get: () => "blob", set });
    webSocketMessages(fixed);
    expect(tried).toStrictEqual(["arraybuffer"]);
  },

  async "ws-04"() {
    for (const code of [1000, undefined, 1001, 1011, 4000]) {
      const { near, peer } = await pair();
      await sendAll(peer, five);
      peer.close(code);
      expect(await readAll(near.readable)).toStrictEqual({ values: five, end: "done" });
    }
  },

  async "ws-06"() {
    const { readable } = await connectToRaw((socket) => socket.destroy());
    const frames = readFrames(readable, rawFrames);
    const reader = frames.getReader();
    const read: unknown[] = [];
    const taking = async (): Promise<never> => {
      for (;;) {
        const { value } = await reader.read();
        read.push(value);
        await pause(30);
      }
    };
    expect(await rejection(taking())).toBeInstanceOf(CutError);
    expect(read).toStrictEqual(fiveFrames);
    expect(await frames.ending).toStrictEqual({ kind: "cut", frames: 5, reason: expect.any(CutError) });
  },

  async "ws-07"() {
    const half = frame(BINARY, Uint8Array.of(0, 5, 6, 7)).subarray(0, 4);
    for (const near of [
      await connectToRaw((socket) => socket.resetAndDestroy()),
      await connectToRaw((socket) => socket.end()),
      await connectToRaw((socket) => socket.end(), half),
    ]) {
      expect(await readAll(near.readable, "slow")).toStrictEqual({ values: five, end: cut });
    }
  },

  async "ws-08"() {
    const { readable } = await connectToRaw((socket) => socket.end(), frame(3, Uint8Array.of(0, 5)));
    const frames = readFrames(readable, rawFrames);
    expect(await readAll(frames)).toStrictEqual({ values: fiveFrames, end: cut });
    expect(await frames.ending).toStrictEqual({ kind: "cut", frames: 5, reason: expect.any(CutError) });
  },

  async "ws-09"() {
    const url = await serveRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"));
    const frames = readFrames(webSocketMessages(new WebSocket(url)).readable, notificationFrames);
    expect(await readAll(frames)).toStrictEqual({ values: [], end: cut });
    expect(await frames.ending).toStrictEqual({ kind: "cut", frames: 0, reason: expect.any(CutError) });
  },

  async "ws-11"() {
    const socket = new FakeSocket();
    const frames = readFrames(webSocketMessages(socket).readable, notificationFrames);
    socket.open();
    socket.message(A);
    socket.end({ wasClean: true, code: 1000 });
    socket.error();
    expect(await readAll(frames)).toStrictEqual({ values: [frameA], end: "done" });
    expect(await frames.ending).toStrictEqual({ kind: "finished", frames: 1 });
  },

  async "ws-12"() {
    const socket = new FakeSocket();
    const { readable } = webSocketMessages(socket);
    socket.open();
    socket.message(A);
    socket.error();
    socket.end({ wasClean: false, code: 1006 });
    const { values, end } = await readAll(readable);
    expect(values).toStrictEqual([A]);
    expect(end).toStrictEqual(cut);
    expect(end).toHaveProperty("rejected.closeCode", 1006);
  },

  async "ws-13"() {
    const socket = FakeSocket.opened();
    const frames = readFrames(webSocketMessages(socket).readable, notificationFrames);
    socket.end({ wasClean: false, code: 0 });
    const { end } = await readAll(frames);
    expect(end).toStrictEqual(cut);
    expect(end).toHaveProperty("rejected.closeCode", 0);
    expect(await frames.ending).toMatchObject({ kind: "cut", frames: 0 });
  },

  async "ws-14"() {
    const { readable } = await connectToRaw((socket) => socket.end(), closeFrame(1000));
    await pause(50);
    expect(await readAll(readable)).toStrictEqual({ values: five, end: "done" });
  },

  "ws-16"() {
    const anything = defineFamily({
      item: { name: "value", schema: anyJson },
      error: { name: "error", schema: anyJson },
    });
    const large = new Uint8Array(24).fill(0xff);
    large.set([0x00, 0x7b, 0x7d], 14);
    const even = new Uint8Array(24).fill(0xff);
    even.set([0x00, 0x7b, 0x7d, 0x20], 14);
    const views = [
      large.subarray(14, 17),
      new DataView(large.buffer, 14, 3),
      new Uint16Array(even.buffer, 14, 2),
      new Int8Array(large.buffer, 14, 3),
    ];
    const copy = decodeFrame(anything, Uint8Array.of(0x00, 0x7b, 0x7d));
    expect(copy).toStrictEqual({ type: "value", value: {} });
    for (const view of views) expect(decodeFrame(anything, view)).toStrictEqual(copy);
  },

  async "ws-18"() {
    const { near, peer } = await pair();
    await sendAll(peer, ["hi", Uint8Array.of(1, 1)]);
    peer.close();
    expect(await readAll(near.readable)).toStrictEqual({ values: [Uint8Array.of(1, 1)], end: "done" });
  },

  async "ws-20"() {
    const reason = "é".repeat(100);
    const { near, heard } = await pair();
    await near.readable.cancel(reason);
    expect(await heard.closed).toStrictEqual({ code: 1000, reason: "é".repeat(61) });
    const socket = FakeSocket.opened();
    await webSocketMessages(socket).readable.cancel(reason);
    const aborted = FakeSocket.opened();
    await webSocketMessages(aborted).writable.abort(new Error(reason));
    expect([socket.closes, aborted.closes]).toStrictEqual([[[1000, "é".repeat(61)]], [[4006, ""]]]);
  },

  async "ws-21"() {
    const { near, heard } = await pair();
    const shared = new Uint8Array(new SharedArrayBuffer(6), 1, 3);
    shared.set([7, 8, 9]);
    const writer = near.writable.getWriter();
    await writer.write(Uint8Array.of(0, 1, 2, 3, 4, 5).subarray(2, 5));
    await writer.write(shared);
    await writer.close();
    expect(heard.messages).toStrictEqual([Uint8Array.of(2, 3, 4), Uint8Array.of(7, 8, 9)]);
  },

  async "ws-23"() {
    const socket = new FakeSocket();
    const write = webSocketMessages(socket).writable.getWriter().write(A);
    expect(await fateOf(write)).toBe("pending");
    expect(socket.sent).toStrictEqual([]);
    socket.open();
    await write;
    expect(socket.sent).toStrictEqual([A]);
  },

  async "ws-25"() {
    const mebibyte = new Uint8Array(1024 * 1024);
    const { near, peer, socket } = await pair();
    peer.pause();
    const writer = near.writable.getWriter();
    let ready = 0;
    while (ready < 64 && (await Promise.race([writer.ready.then(() => true), pause(300)]))) {
      ready++;
      writer.write(mebibyte).catch(() => {});
    }
    expect(ready).toBeLessThan(64);
    expect(socket.bufferedAmount).toBeGreaterThan(0);
    peer.resume();
    await writer.close();
    for (const bufferedAmount of [undefined, 0]) {
      const fake = FakeSocket.opened();
      fake.bufferedAmount = bufferedAmount;
      const willing = webSocketMessages(fake).writable.getWriter();
      const writes = Array.from({ length: 64 }, () => willing.write(mebibyte));
      await turn();
      await Promise.all(writes);
      expect(fake.sent).toHaveLength(64);
    }
  },

  async "ws-27"() {
    const chunks: DecoderInput[] = [A.slice().buffer, A, new DataView(A.slice().buffer), Buffer.from(A)];
    for (const { open } of ways) {
      const { frames } = open(pullSource(chunks).stream, notificationFrames);
      expect(await readAll(frames)).toStrictEqual({ values: [frameA, frameA, frameA, frameA], end: "done" });
    }
  },

  async "ws-30"() {
    for (const { open } of ways) {
      const message = A.slice();
      structuredClone(message.buffer, { transfer: [message.buffer] });
      const { frames, ending } = open(pullSource([message]).stream, notificationFrames);
      const { values, end } = await readAll(frames);
      expect(values).toStrictEqual([]);
      expect(end).toStrictEqual({ rejected: expect.any(FrameError) });
      const ended = await ending;
      expect(ended).toStrictEqual({ kind: "cut", frames: 0, reason: expect.any(FrameError) });
      expect(["empty", "not-a-message"]).toContain(ended.kind === "cut" && Reflect.get(Object(ended.reason), "code"));
    }
  },

  async "ws-33"() {
    // The documented rule: a body is a view, whatever the message was.
    for (const message of [Buffer.from([0, 1, 2]), Uint8Array.of(0, 1, 2), Buffer.alloc(3)]) {
      for (const { open } of ways) {
        message.set([0, 1, 2]);
        const { frames } = open(pullSource([message]).stream, rawFrames);
        const { values } = await readAll(frames);
        message.fill(9);
        expect(values).toHaveLength(1);
        const body: unknown = Reflect.get(Object(values[0]), "body");
        expect(body).toBeInstanceOf(Uint8Array);
        expect(body instanceof Uint8Array && [...body]).toStrictEqual([9, 9]);
        expect(body instanceof Uint8Array && body.buffer).toBe(message.buffer);
      }
    }
  },
};
