import { CutError, NotificationGuardedDecoderStream } from "channel-frames";
import { record, type TapeRecord } from "channel-frames/tape";
import { describe, expect, test } from "vitest";
import { channelFinish, channelResponse } from "../connection/support/bytes.ts";
import { memoryScene } from "../connection/support/scene.ts";
import { rejection } from "../support/fate.ts";
import { A, B, C } from "../support/messages.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { pair, sendAll } from "../websocket/support/pair.ts";
import { decoded } from "./support/tapes.ts";

async function listOf(tape: ReadableStream<Uint8Array>): Promise<readonly unknown[]> {
  const { values } = await decoded((await readAll(tape)).values);
  const [header, ...records] = values as readonly TapeRecord[];
  expect(header?.type).toBe("header");
  return records.map((one) => (one.type === "message" ? one.message : one.type === "end" ? one.ending : one.type));
}

describe("The stream of a WebSocket, recorded,", () => {
  test("is the same stream, and its tape has what its reader got and the finish", async () => {
    const { near, peer } = await pair();
    const { readable, tape } = record(near.readable);
    expect(readable).toBe(near.readable);
    await sendAll(peer, [A, "text", B, new Uint8Array(), C]);
    peer.close();
    expect(await readAll(readable, "slow")).toStrictEqual({ values: [A, B, new Uint8Array(), C], end: "done" });
    expect(await listOf(tape)).toStrictEqual([A, B, new Uint8Array(), C, { kind: "finish" }]);
  });

  test("that is cut is cut on its tape", async () => {
    const { near, peer } = await pair();
    const { readable, tape } = record(near.readable);
    await sendAll(peer, [A]);
    peer.terminate();
    const { end } = await readAll(readable);
    expect(end).toMatchObject({ rejected: expect.any(CutError) });
    expect(await listOf(tape)).toMatchObject([A, { kind: "cut", by: "carrier", closeCode: 1006 }]);
  });

  test("that its reader leaves is cancelled, after what was read", async () => {
    const { near, peer } = await pair();
    const { readable, tape } = record(near.readable);
    await sendAll(peer, [A, B]);
    const reader = readable.getReader();
    expect((await reader.read()).value).toStrictEqual(A);
    await reader.cancel("enough");
    expect(await listOf(tape)).toStrictEqual([A, { kind: "cancelled", reason: "enough" }]);
  });

  test("that a signal gives up is cut at once, whatever is queued", async () => {
    const controller = new AbortController();
    const { near, peer } = await pair({ signal: controller.signal });
    const { readable, tape } = record(near.readable);
    await sendAll(peer, [A, B]);
    const reader = readable.getReader();
    await reader.read();
    controller.abort(new Error("time is up"));
    expect(await rejection(reader.read())).toHaveProperty("message", "time is up");
    expect(await listOf(tape)).toStrictEqual([A, { kind: "cut", by: "carrier", message: "time is up" }]);
  });

  test("can be recorded by two, the later one from where it begins", async () => {
    const { near, peer } = await pair();
    const first = record(near.readable);
    await sendAll(peer, [A, B]);
    const reader = near.readable.getReader();
    await reader.read();
    reader.releaseLock();
    const second = record(near.readable);
    peer.close();
    await readAll(second.readable);
    expect(await listOf(first.tape)).toStrictEqual([A, B, { kind: "finish" }]);
    expect(await listOf(second.tape)).toStrictEqual([B, { kind: "finish" }]);
  });

  test("that was recorded by two, and is left, is cancelled on both tapes", async () => {
    const { near } = await pair();
    const tapes = [record(near.readable), record(near.readable)].map(({ tape }) => tape);
    await near.readable.cancel("enough");
    for (const tape of tapes) expect(await listOf(tape)).toStrictEqual([{ kind: "cancelled", reason: "enough" }]);
  });

  test("goes on when its tape is left", async () => {
    const { near, peer } = await pair();
    const { readable, tape } = record(near.readable);
    await tape.cancel();
    await sendAll(peer, [A, B]);
    peer.close();
    expect(await readAll(readable)).toStrictEqual({ values: [A, B], end: "done" });
  });
});

test.each(["client", "server"] as const)("A channel of a connection is recorded, at the %s", async (role) => {
  const { scope, peer, ask } = await memoryScene(role, {});
  const { number, readable } = await ask();
  const { tape } = record(readable);
  peer.send(channelResponse(scope.number, number, A), channelFinish(scope.number, number));
  expect(await readAll(readable)).toStrictEqual({ values: [A], end: "done" });
  expect(await listOf(tape)).toStrictEqual([A, { kind: "finish" }]);
});

describe.each([
  ["any other stream", () => record(pullSource([A, B]).stream)],
  ["a stream that is to wait for its tape", async () => record((await filled()).readable, { whenSlow: "wait" })],
  ["a stream with a signal", async () => record((await filled()).readable, { signal: new AbortController().signal })],
])("%s", (_, begin) => {
  test("goes through a recorder", async () => {
    const { readable, tape } = await begin();
    const list = listOf(tape);
    const decoder = new NotificationGuardedDecoderStream();
    expect((await readAll(readable.pipeThrough(decoder))).values).toHaveLength(2);
    expect(await list).toStrictEqual([A, B, { kind: "finish" }]);
  });
});

async function filled() {
  const { near, peer } = await pair();
  await sendAll(peer, [A, B]);
  peer.close();
  return near;
}

test("A stream that is locked is not recorded", async () => {
  const { near } = await pair();
  near.readable.getReader();
  expect(() => record(near.readable)).toThrow(TypeError);
});
