import { CutError } from "channel-frames";
import { webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { readAll } from "../support/read_all.ts";
import { FakeSocket } from "./support/fake_socket.ts";

const clean = { code: 1000, wasClean: true };
const abrupt = { code: 1006, wasClean: false };

describe("Reading", { timeout: 3000 }, () => {
  test("is one stream, however often it is asked for", () => {
    const near = webSocketMessages(FakeSocket.opened());
    expect(near.readable).toBe(near.readable);
  });

  test("may begin when all is over", async () => {
    const socket = FakeSocket.opened();
    const near = webSocketMessages(socket);
    for (const number of [1, 2]) socket.message(Uint8Array.of(number));
    socket.end(clean);
    await turn();
    expect(await readAll(near.readable)).toStrictEqual({ values: [Uint8Array.of(1), Uint8Array.of(2)], end: "done" });
  });

  test.each([
    ["a clean", clean, "fulfilled"],
    ["an abrupt", abrupt, { rejected: expect.any(CutError) }],
  ])("tells of %s end without a read, once there is nothing to read", async (_, end, fate) => {
    const early = FakeSocket.opened();
    const waiting = webSocketMessages(early).readable.getReader();
    early.end(end);
    expect(await fateOf(waiting.closed)).toStrictEqual(fate);

    const late = FakeSocket.opened();
    const near = webSocketMessages(late);
    late.end(end);
    await turn();
    expect(await fateOf(near.readable.getReader().closed)).toStrictEqual(fate);

    const queued = FakeSocket.opened();
    const reader = webSocketMessages(queued).readable.getReader();
    queued.message(Uint8Array.of(1));
    queued.end(end);
    expect(await fateOf(reader.closed)).toBe("pending");
    expect(await reader.read()).toMatchObject({ value: Uint8Array.of(1) });
    expect(await fateOf(reader.closed)).toStrictEqual(fate);
  });

  test.each([1, 2])("may be given up and taken up again: %i messages meanwhile are not lost", async (count) => {
    const socket = FakeSocket.opened();
    const { readable } = webSocketMessages(socket);
    const first = readable.getReader();
    const given = rejection(first.read());
    await turn();
    first.releaseLock();
    expect(await given).toBeInstanceOf(TypeError);
    // The stream has asked for the first one, and nobody is there to take it.
    const messages = Array.from({ length: count }, (_, number) => Uint8Array.of(number));
    for (const message of messages) socket.message(message);
    socket.end(abrupt);
    await turn();
    expect(await readAll(readable)).toStrictEqual({ values: messages, end: { rejected: expect.any(CutError) } });
  });

  test("with many reads at once gives them one message each, in order", async () => {
    const socket = FakeSocket.opened();
    const reader = webSocketMessages(socket).readable.getReader();
    const reads = Array.from({ length: 5 }, () => reader.read());
    for (const number of [1, 2, 3]) socket.message(Uint8Array.of(number));
    socket.end(clean);
    expect((await Promise.all(reads)).map(({ value }) => value?.[0])).toStrictEqual([1, 2, 3, undefined, undefined]);
  });

  test("may go on in two branches", async () => {
    const socket = FakeSocket.opened();
    const branches = webSocketMessages(socket).readable.tee();
    for (const number of [1, 2, 3]) socket.message(Uint8Array.of(number));
    socket.end(clean);
    for (const branch of branches) expect((await readAll(branch, "slow")).values).toHaveLength(3);
  });
});
