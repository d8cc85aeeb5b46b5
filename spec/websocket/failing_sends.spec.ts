import { webSocketMessages } from "channel-frames/websocket";
import { expect, test } from "vitest";
import { rejection } from "../support/fate.ts";
import { pause, turn } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { pair } from "./support/pair.ts";
import { PausableSocket } from "./support/pausable_socket.ts";

const timeout = 10_000;

/** One that tells of each message whether it has been sent, as those of the `ws` package. */
class TellingSocket extends PausableSocket {
  tell: ((error?: Error) => void) | undefined;

  override send(message: unknown, sent?: (error?: Error) => void): void {
    super.send(message);
    this.tell = sent;
  }
}

test("A send that fails tells of a peer that is gone: what it has sent is still on its way", { timeout }, async () => {
  const socket = new TellingSocket();
  const { readable, writable, closed } = webSocketMessages(socket, { highWaterMark: 10 });
  socket.open();
  socket.bufferedAmount = 11;
  const writer = writable.getWriter();
  const write = rejection(writer.write(Uint8Array.of(1)));
  await turn();
  socket.message(Uint8Array.of(2));
  socket.tell?.(new Error("write EPIPE"));
  await turn();
  // Node hands over what it has read when it closes a connection.
  socket.message(Uint8Array.of(3));
  socket.end({ code: 1006, wasClean: false });
  const { values, end } = await readAll(readable);
  expect(values).toStrictEqual([Uint8Array.of(2), Uint8Array.of(3)]);
  expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 1006 });
  expect(await closed).toMatchObject({ clean: false, by: "peer" });
  expect(await write).toBeInstanceOf(Error);
});

test("A peer that dies under a write that waits cuts off no message that had come", { timeout }, async () => {
  const { near, socket, peer } = await pair({ role: "server", highWaterMark: 1000 });
  let brought = 0;
  socket.on("message", () => brought++);
  // Neither side reads, and both have much to send.
  peer.pause();
  const writer = near.writable.getWriter();
  const writes = Array.from({ length: 64 }, () => writer.write(new Uint8Array(1024 * 1024)));
  const written = Promise.allSettled(writes);
  for (let count = 0; count < 1000; count++) peer.send(new Uint8Array(1000));
  await pause(100);
  // Resets the connection, as there is much that it has not read.
  peer.terminate();
  await near.closed;
  await written;
  const { values, end } = await readAll(near.readable);
  expect(brought).toBeGreaterThan(0);
  expect(values).toHaveLength(brought);
  expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: 1006 });
  expect(await rejection(writer.closed)).toBeInstanceOf(Error);
});
