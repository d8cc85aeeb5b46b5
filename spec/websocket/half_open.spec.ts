import { CutError } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { fateOf, rejection, watch } from "../support/fate.ts";
import { pause } from "../support/pause.ts";
import { proxyTo } from "./support/proxy.ts";
import { serve } from "./support/server.ts";

const timeout = 10_000;

/** A connection that was good, until suddenly nothing gets through any more, and no end either. */
async function halfOpen(closeTimeout = 100) {
  const proxy = await proxyTo(await serve((peer) => peer.send(Uint8Array.of(1))));
  const socket = new WebSocket(proxy.url);
  onTestFinished(() => socket.terminate());
  const { readable, writable, closed } = webSocketMessages(socket, { closeTimeout });
  const reader = readable.getReader();
  expect(await reader.read()).toMatchObject({ value: Uint8Array.of(1) });
  proxy.freeze();
  return { socket, reader, writer: writable.getWriter(), closed };
}

/** Writes so long as `goOn` says so; 64 MiB must be enough for any connection. @returns the last write */
async function fill(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  messageBytes: number,
  goOn: (pending: boolean) => boolean,
): Promise<{ readonly write: Promise<void> }> {
  for (let bytes = 0; bytes < 64 * 1024 * 1024; bytes += messageBytes) {
    const write = writer.write(new Uint8Array(messageBytes));
    const fate = watch(write);
    await Promise.race([write, pause(200)]);
    if (!goOn(fate() === "pending")) return { write };
  }
  throw new Error("A connection that takes nothing has taken everything");
}

test("Writes wait, sooner or later, and an abort does not", { timeout }, async () => {
  const { reader, writer, closed } = await halfOpen();
  const { write } = await fill(writer, 1024 * 1024, (pending) => !pending);
  expect(writer.desiredSize).toBe(0);
  expect(await fateOf(write)).toBe("pending");
  expect(await fateOf(writer.ready)).toBe("pending");
  await writer.abort(new Error("enough"));
  expect(await fateOf(write)).not.toBe("pending");
  expect(await closed).toMatchObject({ clean: false, by: "local" });
  expect(await rejection(reader.read())).toMatchObject({ code: "cut", by: "local", cause: { message: "enough" } });
});

test("A quiet connection is an open one: reading goes on", { timeout }, async () => {
  const { reader, closed } = await halfOpen();
  const read = watch(reader.read());
  const end = watch(closed);
  // Longer than everything that the library waits for.
  await pause(400);
  expect([read(), end()]).toStrictEqual(["pending", "pending"]);
});

test("Closing gives up after a while, with a CutError", { timeout }, async () => {
  const { reader, writer, closed } = await halfOpen();
  expect(await rejection(writer.close())).toBeInstanceOf(CutError);
  expect(await closed).toMatchObject({ clean: false, by: "local" });
  expect(await rejection(reader.read())).toMatchObject({ code: "cut", by: "local" });
});

test("Closing gives up with what is unsent, too", { timeout }, async () => {
  const { socket, writer, closed } = await halfOpen();
  await fill(writer, 64 * 1024, () => socket.bufferedAmount === 0);
  expect(await rejection(writer.close())).toBeInstanceOf(CutError);
  expect(await closed).toMatchObject({ clean: false, by: "local" });
});
