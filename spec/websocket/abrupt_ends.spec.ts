import { createServer, type Socket } from "node:net";
import { CutError, NotificationGuardedDecoderStream } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { rejection } from "../support/fate.ts";
import { frameA, frameB, frameC } from "../support/frames.ts";
import { A, B, C } from "../support/messages.ts";
import { paces, readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { pair, roles, sendAll } from "./support/pair.ts";
import { portOf } from "./support/port_of.ts";
import { BINARY, CLOSE, frame, serveRaw, TEXT } from "./support/raw_server.ts";

const messages = [A, B, C, A, B];
const frames = [frameA, frameB, frameC, frameA, frameB];
const timeout = 10_000;

/** What a connection may die of, after five messages. */
const deaths: readonly (readonly [name: string, die: (socket: Socket) => void])[] = [
  ["the server drops the connection", (socket) => socket.destroy()],
  ["the connection is reset", (socket) => socket.resetAndDestroy()],
  ["the connection ends without a close frame", (socket) => socket.end()],
  ["the connection ends in the middle of a frame", (socket) => socket.end(frame(BINARY, C).subarray(0, 9))],
  ["the connection ends in the head of a frame", (socket) => socket.end(Uint8Array.of(0x82))],
  ["the connection ends in a fragmented message", (socket) => socket.end(Uint8Array.of(0x02, 1, 0))],
];

/** The same by what no peer may send. */
const breaches: readonly (readonly [name: string, breach: (socket: Socket) => void])[] = [
  ["a frame has a reserved opcode", (socket) => socket.end(frame(3, A))],
  ["a frame has a reserved bit", (socket) => socket.end(Uint8Array.of(0x92, 1, 0))],
  ["a close frame holds half a code", (socket) => socket.end(frame(CLOSE, Uint8Array.of(3)))],
  ["a close frame has the code 1005", (socket) => socket.end(frame(CLOSE, Uint8Array.of(3, 237)))],
  ["a text is no UTF-8", (socket) => socket.end(frame(TEXT, Uint8Array.of(0xff)))],
  // The socket waits for the peer to hang up, then, and the library does not.
  ["a frame has a reserved opcode, and the server waits", (socket) => void socket.write(frame(3, A))],
];

for (const [name, end] of [...deaths, ...breaches]) {
  test.each([...paces, "after the end"] as const)(
    `It is a cut if ${name}, behind every message before, for a reader that is %s`,
    { timeout },
    async (pace) => {
      const { near, decoder, decoded } = await connectTo(end);
      if (pace === "after the end") await near.closed;
      const reading = await readAll(decoded, pace === "after the end" ? "eager" : pace);
      expect(reading.values).toStrictEqual(frames);
      const cut = cutOf(reading.end);
      expect(cut.by).toBe("carrier");
      expect(await decoder.ending).toStrictEqual({ kind: "cut", frames: 5, reason: cut });
      expect(await near.closed).toStrictEqual({ code: cut.closeCode, reason: "", clean: false, by: "peer" });
      expect(await rejection(near.writable.getWriter().closed)).toBe(cut);
    },
  );
}

test.each(deaths)("The close code is 1006 if %s", { timeout }, async (_, die) => {
  const { near } = await connectTo(die);
  expect(cutOf((await readAll(near.readable)).end).closeCode).toBe(1006);
});

test.each(breaches)("The breach is told as the cause if %s", { timeout }, async (_, breach) => {
  const { near } = await connectTo(breach);
  expect(cutOf((await readAll(near.readable)).end).cause).toMatchObject({ code: expect.stringMatching(/^WS_ERR_/) });
});

/** Reads from a server that sends five messages, and then does that. */
async function connectTo(end: (socket: Socket) => void) {
  const url = await serveRaw((socket, acceptance) => {
    socket.write(acceptance);
    for (const message of messages) socket.write(frame(BINARY, message));
    // A reset would overtake what has not been sent.
    socket.write("", () => setImmediate(end, socket));
  });
  const near = webSocketMessages(new WebSocket(url));
  const decoder = new NotificationGuardedDecoderStream();
  return {
    near,
    decoder,
    get decoded() {
      return near.readable.pipeThrough(decoder);
    },
  };
}

test.each(roles)("It is a cut if the peer terminates, on the side of the %s", { timeout }, async (role) => {
  const { near, peer } = await pair({ role });
  await sendAll(peer, messages);
  peer.terminate();
  const { values, end } = await readAll(near.readable, "slow");
  expect(values).toStrictEqual(messages);
  expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 1006 });
});

test("A cut is the same one at every read", { timeout }, async () => {
  const { near, peer } = await pair();
  peer.terminate();
  const reader = near.readable.getReader();
  const first = await rejection(reader.read());
  expect(first).toBeInstanceOf(CutError);
  expect(await rejection(reader.read())).toBe(first);
  expect(await rejection(reader.closed)).toBe(first);
});

describe("A connection that is never made", { timeout }, () => {
  async function expectCut(url: string, cause: object): Promise<void> {
    const near = webSocketMessages(new WebSocket(url));
    const decoder = new NotificationGuardedDecoderStream();
    const { values, end } = await readAll(near.readable.pipeThrough(decoder));
    expect(values).toStrictEqual([]);
    expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 1006, cause });
    expect(await decoder.ending).toStrictEqual({ kind: "cut", frames: 0, reason: cutOf(end) });
    expect(await rejection(near.opened)).toBe(cutOf(end));
    expect(await near.closed).toStrictEqual({ code: 1006, reason: "", clean: false, by: "peer" });
    const writer = near.writable.getWriter();
    expect(await rejection(writer.write(A))).toBe(cutOf(end));
    expect(await rejection(writer.closed)).toBe(cutOf(end));
  }

  /** Answers what comes with this text and the end. */
  async function answering(text: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(text));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `ws://127.0.0.1:${portOf(server)}`;
  }

  test("is a cut, and not unserved, if the server answers 400", async () => {
    const url = await answering("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    await expectCut(url, { message: "Unexpected server response: 400" });
  });

  test("is a cut if the server accepts it wrongly", async () => {
    const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    const url = await answering(`${[...lines, "Sec-WebSocket-Accept: no"].join("\r\n")}\r\n\r\n`);
    await expectCut(url, { message: "Invalid Sec-WebSocket-Accept header" });
  });

  test("is a cut if the server hangs up", async () => {
    await expectCut(await answering(""), { code: "ECONNRESET" });
  });

  test("is a cut if nobody listens", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const port = portOf(server);
    await new Promise((resolve) => server.close(resolve));
    await expectCut(`ws://127.0.0.1:${port}`, { code: "ECONNREFUSED" });
  });
});
