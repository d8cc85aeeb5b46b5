import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { fateOf, rejection, watch } from "../support/fate.ts";
import { pause } from "../support/pause.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { type PairOptions, pair } from "./support/pair.ts";
import { standardOnly } from "./support/standard_only.ts";

const timeout = 10_000;
const MEBIBYTE = 1024 * 1024;

/** The two ways in which a socket may tell what it has sent. A server need not mask, which saves the tests much time. */
const ways: readonly (readonly [name: string, options: PairOptions])[] = [
  ["by its callbacks", { role: "server" }],
  ["by bufferedAmount", { role: "server", as: standardOnly }],
];

/** Writes 64 MiB at once, and waits until nothing moves any more. */
async function flood(writable: WritableStream<Uint8Array>) {
  const writer = writable.getWriter();
  const message = new Uint8Array(MEBIBYTE);
  let written = 0;
  const writes = Array.from({ length: 64 }, () => writer.write(message).then(() => void written++));
  for (let before = -1; before !== written; ) {
    before = written;
    await pause(100);
  }
  return { writer, writes, written };
}

for (const [name, options] of ways) {
  describe(`A socket that tells ${name} what is sent`, { timeout }, () => {
    test("makes the writer wait for a peer that does not read", async () => {
      const { near, peer, socket, heard } = await pair(options);
      peer.pause();
      const { writer, writes, written } = await flood(near.writable);
      expect(written).toBeLessThan(32);
      expect(writer.desiredSize).toBeLessThanOrEqual(0);
      expect(await fateOf(writer.ready)).toBe("pending");
      // What may wait, and the message that was too much.
      expect(socket.bufferedAmount).toBeLessThan(256 * 1024 + MEBIBYTE + 100);
      peer.resume();
      await Promise.all(writes);
      expect(await fateOf(writer.ready)).toBe("fulfilled");
      await writer.close();
      expect(heard.messages).toHaveLength(64);
    });

    test("does not make it wait for less than that", async () => {
      const { near, peer } = await pair({ ...options, highWaterMark: 128 * MEBIBYTE });
      peer.pause();
      const { written } = await flood(near.writable);
      expect(written).toBe(64);
    });

    test("lets no write hang when the peer dies", async () => {
      const { near, peer } = await pair(options);
      peer.pause();
      const { writer, writes } = await flood(near.writable);
      const all = Promise.allSettled(writes);
      peer.terminate();
      await all;
      expect(await rejection(writer.closed)).toMatchObject({ code: "cut", by: "carrier", closeCode: 1006 });
    });

    test("lets no write hang when the writable is aborted", async () => {
      const { near, peer, heard } = await pair({ ...options, closeTimeout: 100 });
      peer.pause();
      const { writer, writes } = await flood(near.writable);
      const all = Promise.allSettled(writes);
      await writer.abort(new Error("enough"));
      await all;
      peer.resume();
      expect([1006, 4006]).toContain((await heard.closed).code);
      expect(heard.messages.length).toBeLessThan(64);
    });
  });
}

describe("A socket by the standard alone", { timeout }, () => {
  test.each([undefined, 0])("that says %s for bufferedAmount never makes the writer wait", async (bufferedAmount) => {
    const socket = FakeSocket.opened();
    socket.bufferedAmount = bufferedAmount;
    const { writable } = webSocketMessages(socket, { highWaterMark: 0 });
    const writer = writable.getWriter();
    const message = new Uint8Array(MEBIBYTE);
    for (let count = 0; count < 64; count++) {
      await writer.ready;
      await writer.write(message);
    }
    expect(socket.sent).toHaveLength(64);
  });

  test("makes it wait from more than highWaterMark down to highWaterMark", async () => {
    const socket = FakeSocket.opened();
    const writer = webSocketMessages(socket, { highWaterMark: 10 }).writable.getWriter();
    socket.bufferedAmount = 10;
    expect(await fateOf(writer.write(Uint8Array.of(1)))).toBe("fulfilled");
    socket.bufferedAmount = 11;
    const write = writer.write(Uint8Array.of(2));
    const fate = watch(write);
    // Longer than any pause between two looks.
    await pause(80);
    expect(fate()).toBe("pending");
    expect(socket.sent).toHaveLength(2);
    socket.bufferedAmount = 10;
    await write;
  });

  test("does not make it wait any more once it is closed", async () => {
    const socket = FakeSocket.opened();
    const writer = webSocketMessages(socket, { highWaterMark: 10 }).writable.getWriter();
    // A closed socket never sends what it still holds, and bufferedAmount never falls.
    socket.bufferedAmount = 11;
    const write = writer.write(Uint8Array.of(1)).catch(() => {});
    expect(await fateOf(write)).toBe("pending");
    socket.end({ code: 1006, wasClean: false });
    await write;
    expect(await rejection(writer.closed)).toMatchObject({ code: "cut", closeCode: 1006 });
  });
});
