import { CutError } from "channel-frames";
import { type SocketClose, webSocketMessages } from "channel-frames/websocket";
import { describe, expect, test, vi } from "vitest";
import { readAll } from "../support/read_all.ts";
import { cutOf } from "./support/cut_of.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { pair, sendAll } from "./support/pair.ts";

const timeout = 10_000;

describe("The options that are numbers", () => {
  const names = ["highWaterMark", "maxQueuedBytes", "maxQueuedMessages", "closeTimeout"] as const;

  test.each(
    names.flatMap((name) =>
      [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "5", null].map((value) => [name, value] as const),
    ),
  )("are whole numbers of sense: %s is not %j", (name, value) => {
    const socket = FakeSocket.opened();
    // A cast, as the types would not let some of these through.
    const options = { [name]: value } as Record<string, number>;
    expect(() => webSocketMessages(socket, options)).toThrow(new TypeError(`Invalid option: ${name}`));
    expect(socket.closes).toStrictEqual([]);
    expect(socket.binaryType).toBe("blob");
  });

  test("have a longest time, since a longer timer would fire at once", () => {
    expect(() => webSocketMessages(FakeSocket.opened(), { closeTimeout: 2 ** 31 - 1 })).not.toThrow();
    expect(() => webSocketMessages(FakeSocket.opened(), { closeTimeout: 2 ** 31 })).toThrow(TypeError);
  });

  test.each(names)("may be left out, or undefined: %s", (name) => {
    expect(() => webSocketMessages(FakeSocket.opened(), { [name]: undefined })).not.toThrow();
    expect(() => webSocketMessages(FakeSocket.opened(), { [name]: 0 })).not.toThrow();
  });
});

test.each([{}, new EventTarget(), [], () => {}, "ws://127.0.0.1", 5, null, undefined])("%o is no socket", (value) => {
  // A cast, as the types would not let it through.
  expect(() => webSocketMessages(value as unknown as FakeSocket)).toThrow(TypeError);
});

describe("isFinish", { timeout }, () => {
  test.each([
    [1000, "done"],
    [1001, "cut"],
    [4006, "cut"],
  ] as const)("decides what is the peer's finish: %i is %s", async (code, expected) => {
    const isFinish = vi.fn(({ clean, code, by }: SocketClose) => clean && code === 1000 && by === "peer");
    const { near, peer } = await pair({ isFinish });
    await sendAll(peer, [Uint8Array.of(1)]);
    peer.close(code, "bye");
    const { values, end } = await readAll(near.readable, "slow");
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    if (expected === "done") expect(end).toBe("done");
    else expect(cutOf(end)).toMatchObject({ by: "carrier", closeCode: code, reason: "bye" });
    expect(isFinish.mock.calls).toStrictEqual([[{ code, reason: "bye", clean: true, by: "peer" }]]);
  });

  test("may take an answer to this side's close for the finish", async () => {
    const isFinish = ({ clean }: SocketClose): boolean => clean;
    const { near, peer } = await pair({ isFinish });
    await sendAll(peer, [Uint8Array.of(1)]);
    await near.writable.close();
    expect(await readAll(near.readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
  });

  test("may take even a death for the finish", async () => {
    const { near, peer } = await pair({ isFinish: () => true });
    await sendAll(peer, [Uint8Array.of(1)]);
    peer.terminate();
    expect(await readAll(near.readable)).toStrictEqual({ values: [Uint8Array.of(1)], end: "done" });
    expect(await near.closed).toMatchObject({ clean: false });
  });

  test.each([new Error("broken"), undefined, "x"])(
    "that throws %s is what the reader meets, behind all",
    async (error) => {
      const isFinish = (): never => {
        throw error;
      };
      const { near, peer } = await pair({ isFinish });
      await sendAll(peer, [Uint8Array.of(1), Uint8Array.of(2)]);
      peer.close();
      expect(await readAll(near.readable, "slow")).toStrictEqual({
        values: [Uint8Array.of(1), Uint8Array.of(2)],
        end: { rejected: error },
      });
      expect(await near.closed).toStrictEqual({ code: 1005, reason: "", clean: true, by: "peer" });
    },
  );

  test("has no say in what was broken off from this side", async () => {
    const { near } = await pair({ isFinish: () => true });
    await near.writable.abort("enough");
    const { end } = await readAll(near.readable);
    expect(cutOf(end)).toMatchObject({ by: "local", cause: "enough" });
  });
});

describe("Text messages", { timeout }, () => {
  test("are ignored, counted and told", async () => {
    const onText = vi.fn();
    const { near, peer } = await pair({ onText });
    expect(near.ignoredTexts).toBe(0);
    await sendAll(peer, ["one", Uint8Array.of(1), "", "zwei – 二", Uint8Array.of(2), "x".repeat(100_000)]);
    peer.close();
    expect(await readAll(near.readable, "late")).toStrictEqual({
      values: [Uint8Array.of(1), Uint8Array.of(2)],
      end: "done",
    });
    expect(near.ignoredTexts).toBe(4);
    expect(onText.mock.calls).toStrictEqual([["one"], [""], ["zwei – 二"], ["x".repeat(100_000)]]);
  });

  test("break the socket off if who is told of them fails", async () => {
    const failure = new Error("no text was expected");
    const onText = (): never => {
      throw failure;
    };
    const { near, peer, heard } = await pair({ onText });
    await sendAll(peer, [Uint8Array.of(1), "text", Uint8Array.of(2)]);
    const { values, end } = await readAll(near.readable);
    expect(values).toStrictEqual([Uint8Array.of(1)]);
    expect(end).toMatchObject({ rejected: { code: "cut", cause: failure } });
    expect(await heard.closed).toStrictEqual({ code: 1006, reason: "" });
  });

  test("are ignored if nobody is told", async () => {
    const { near, peer } = await pair();
    await sendAll(peer, ["one", "two"]);
    peer.terminate();
    expect((await readAll(near.readable)).end).toStrictEqual({ rejected: expect.any(CutError) });
    expect(near.ignoredTexts).toBe(2);
  });

  test("take no room in the queue", async () => {
    const socket = FakeSocket.opened();
    const near = webSocketMessages(socket, { maxQueuedBytes: 1, maxQueuedMessages: 1 });
    socket.message(Uint8Array.of(1));
    for (let count = 0; count < 1000; count++) socket.message("ping");
    expect(socket.closes).toStrictEqual([]);
    expect(near.ignoredTexts).toBe(1000);
  });
});
