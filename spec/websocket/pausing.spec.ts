import type { Socket } from "node:net";
import { webSocketMessages } from "channel-frames/websocket";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { pause } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { pair } from "./support/pair.ts";
import { BINARY, closeFrame, frame, serveRaw } from "./support/raw_server.ts";
import { until } from "./support/until.ts";

const KIB = 1024;
/** The most that a socket of Node hands over at once: once paused, what is in it still comes. */
const CHUNK = 64 * KIB;

/** Counts what comes in by a socket, whether anybody has read it or not. */
function meter(socket: WebSocket): { messages: number; bytes: number } {
  const counts = { messages: 0, bytes: 0 };
  socket.on("message", (data) => {
    counts.messages++;
    if (data instanceof ArrayBuffer) counts.bytes += data.byteLength;
  });
  return counts;
}

/** Waits until something has come in, and then nothing more. */
async function standstill(counts: { readonly messages: number }): Promise<void> {
  await until(() => counts.messages > 0);
  for (let before = 0; before !== counts.messages; ) {
    before = counts.messages;
    await pause(50);
  }
}

for (const [role, mebibytes] of [
  ["client", 64],
  ["server", 32],
] as const) {
  test(`${mebibytes} MiB for a ${role} that does not read stay with the peer, and come when it does`, async () => {
    const { near, socket, peer } = await pair({ role });
    const counts = meter(socket);
    const before = process.memoryUsage().arrayBuffers;
    // Their lengths tell them apart, so that they can all be views on the same memory.
    const lengths = Array.from({ length: mebibytes * 16 }, (_, index) => 64 * KIB - index);
    const memory = new Uint8Array(64 * KIB);
    let sent = 0;
    for (const length of lengths) peer.send(memory.subarray(0, length), () => sent++);
    peer.close(1000);

    await standstill(counts);
    const bound = 256 * KIB + 64 * KIB + CHUNK;
    expect(socket.isPaused).toBe(true);
    expect(counts.bytes).toBeLessThanOrEqual(bound);
    expect(peer.bufferedAmount).toBeGreaterThan((mebibytes * KIB * KIB) / 2);
    expect(sent).toBeLessThan(lengths.length / 2);
    // A client has to mask what it sends, and that is done on a copy.
    if (role === "client") expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * KIB * KIB);

    let read = 0;
    let most = 0;
    const { values, end } = await readAll(near.readable, "eager", (count) => {
      read += lengths[count - 1] ?? Number.NaN;
      most = Math.max(most, counts.bytes - read);
    });
    expect(values.map(({ byteLength }) => byteLength)).toStrictEqual(lengths);
    expect(end).toBe("done");
    expect(most).toBeLessThanOrEqual(bound);
    expect(sent).toBe(lengths.length);
  });
}

test("Many tiny messages stay with the peer, too", async () => {
  const { near, socket, peer } = await pair({ maxQueuedMessages: 1000 });
  const counts = meter(socket);
  const all = 20_000;
  for (let number = 0; number < all; number++) peer.send(Uint32Array.of(number));
  peer.close();
  await standstill(counts);
  // Each takes six bytes on its way.
  const bound = 1000 + CHUNK / 6;
  expect(counts.messages).toBeLessThanOrEqual(bound);
  let most = 0;
  const { values, end } = await readAll(near.readable, "eager", (count) => {
    most = Math.max(most, counts.messages - count);
  });
  expect(values).toHaveLength(all);
  expect(values.findIndex(({ buffer }, index) => new Uint32Array(buffer)[0] !== index)).toBe(-1);
  expect(end).toBe("done");
  expect(most).toBeLessThanOrEqual(bound);
});

test.each([1, 0])(
  "A message of any size is taken where %i may wait",
  { timeout: 10_000 },
  async (maxQueuedMessages) => {
    const { near, peer } = await pair({ highWaterMark: 0, maxQueuedMessages, maxQueuedBytes: 0 });
    for (let time = 0; time < 3; time++) peer.send(new Uint8Array(KIB * KIB).fill(time));
    peer.close();
    const { values, end } = await readAll(near.readable);
    expect(values.map((value) => [value.byteLength, value[0], value.at(-1)])).toStrictEqual([
      [KIB * KIB, 0, 0],
      [KIB * KIB, 1, 1],
      [KIB * KIB, 2, 2],
    ]);
    expect(end).toBe("done");
  },
);

test.each([
  ["A clean end", (peer) => peer.end(closeFrame(1000)), true],
  ["The death of the peer", (peer) => peer.end(), false],
  ["A reset of the connection", (peer) => peer.resetAndDestroy(), false],
] satisfies [string, (peer: Socket) => void, boolean][])(
  "%s that comes while reading is paused is told after everything",
  async (_, end, clean) => {
    const numbered = (from: number) => Array.from({ length: 5 }, (_, index) => Uint8Array.of(from + index));
    let goOn: (() => void) | undefined;
    const url = await serveRaw((peer, acceptance) => {
      peer.write(acceptance);
      for (const message of numbered(0)) peer.write(frame(BINARY, message));
      goOn = () => {
        for (const message of numbered(5)) peer.write(frame(BINARY, message));
        peer.write("", () => setImmediate(end, peer));
      };
    });
    const socket = new WebSocket(url);
    onTestFinished(() => socket.terminate());
    const { readable, closed } = webSocketMessages(socket, { highWaterMark: 0 });
    await until(() => socket.isPaused);
    goOn?.();
    // Time for all of it to get here.
    await pause(30);
    const reading = await readAll(readable, "slow");
    expect(reading.values).toStrictEqual(numbered(0).concat(numbered(5)));
    if (clean) expect(reading.end).toBe("done");
    else expect(cutOf(reading.end)).toMatchObject({ by: "carrier", closeCode: 1006 });
    expect(await closed).toMatchObject({ clean, by: "peer" });
  },
);

test("A socket that dies while it is paused, under a write, gives what it has got", { timeout: 10_000 }, async () => {
  const { near, socket, peer } = await pair({ highWaterMark: 0 });
  const writer = near.writable.getWriter();
  writer.closed.catch(() => {});
  peer.send(Uint8Array.of(1));
  await until(() => socket.isPaused);
  peer.send(Uint8Array.of(2));
  peer.terminate();
  // Sooner or later the operating system says that nobody takes this any more.
  while (socket.readyState !== WebSocket.CLOSED) {
    await writer.write(Uint8Array.of(3)).catch(() => {});
    await pause(1);
  }
  const { values, end } = await readAll(near.readable);
  expect(values).toStrictEqual([Uint8Array.of(1), Uint8Array.of(2)]);
  expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 1006 });
});
