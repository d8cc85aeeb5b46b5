import { AskChannel, AskError, type AskKind, AskLostError, type Claim } from "channel-frames/proxy";
import { describe, expect, test } from "vitest";
import { fateOf, rejection } from "../support/fate.ts";
import { turn } from "../support/pause.ts";
import { MemoryPath } from "./support/memory_path.ts";
import { MemoryRequests } from "./support/memory_requests.ts";

function connect(asks: AskChannel, isStuck = false): MemoryRequests {
  const requests = new MemoryRequests(isStuck);
  asks.attach(requests);
  return requests;
}

async function claim(asks: AskChannel, kind: AskKind, channel: number): Promise<Claim> {
  await turn();
  const claimed = asks.claim(kind, channel);
  if (typeof claimed === "string") throw new Error(`The answer is ${claimed}`);
  return claimed;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await rejection(promise);
  expect(error).toBeInstanceOf(AskLostError);
  return error instanceof AskLostError ? error.code : "";
}

/** Every way in which a connection may end. */
const ends: readonly (readonly [string, (requests: MemoryRequests) => void])[] = [
  ["the server closes it", (requests) => requests.close()],
  ["reading breaks", (requests) => requests.break(new Error("broken"))],
  ["writing breaks", (requests) => requests.breakWriting(new Error("broken"))],
];

describe("AskChannel", () => {
  test("asks at once on a connection that is live, on channels that go up", async () => {
    const asks = new AskChannel();
    const requests = connect(asks);
    asks.ask("vault/get", Uint8Array.of(1)).catch(() => {});
    asks.ask("mcp/notifications").catch(() => {});
    asks.ask("command", new Uint8Array([2, 3]).buffer).catch(() => {});
    await turn();
    expect(requests.asks).toStrictEqual([
      { channel: 1, kind: "vault/get", payload: Uint8Array.of(1) },
      { channel: 2, kind: "mcp/notifications", payload: new Uint8Array() },
      { channel: 3, kind: "command", payload: Uint8Array.of(2, 3) },
    ]);
    expect([asks.isConnected, asks.connections, asks.channels, asks.held]).toStrictEqual([true, 1, 3, 0]);
  });

  test("holds asks for the next connection, in order", async () => {
    const asks = new AskChannel();
    for (let n = 1; n <= 3; n++) asks.ask("vault/get", Uint8Array.of(n)).catch(() => {});
    expect([asks.isConnected, asks.connections, asks.channels, asks.held]).toStrictEqual([false, 0, 0, 3]);
    const requests = connect(asks);
    await turn();
    expect(requests.asks.map(({ channel, payload }) => [channel, payload[0]])).toStrictEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  test("hands the path of the answer to whoever asked", async () => {
    const asks = new AskChannel();
    connect(asks);
    const answers = [asks.ask("vault/get"), asks.ask("vault/get")];
    const paths = [new MemoryPath(), new MemoryPath()] as const;
    (await claim(asks, "vault/get", 2)).answer(paths[1]);
    (await claim(asks, "vault/get", 1)).answer(paths[0]);
    expect(await Promise.all(answers)).toStrictEqual([...paths]);
  });

  test("tells apart what is unknown, what is taken, and what is over", async () => {
    const asks = new AskChannel();
    connect(asks);
    expect(asks.claim("vault/get", 1)).toBe("unknown");
    const answered = asks.ask("vault/get");
    await turn();
    expect(asks.claim("vault/set", 1)).toBe("unknown");
    expect(asks.claim("vault/get", 2)).toBe("unknown");
    const { answer } = await claim(asks, "vault/get", 1);
    expect(asks.claim("vault/get", 1)).toBe("taken");
    expect(asks.claim("vault/set", 1)).toBe("unknown");
    const path = new MemoryPath();
    answer(path);
    await answered;
    expect(asks.claim("vault/get", 1)).toBe("taken");
    path.close();
    await turn();
    expect(asks.claim("vault/get", 1)).toBe("unknown");
    expect(asks.channels).toBe(0);
  });

  test.each(ends)("loses what was announced and not answered, and nothing else, when %s", async (_, end) => {
    const asks = new AskChannel();
    const requests = connect(asks, true);
    // One is written, and one waits for room, which the writable has for one more.
    const [announced, claimed, answered] = [asks.ask("vault/get"), asks.ask("vault/set"), asks.ask("command")];
    requests.unstick();
    await turn();
    const rights = [await claim(asks, "vault/set", 2), await claim(asks, "command", 3)];
    const paths = [new MemoryPath(), new MemoryPath()] as const;
    rights[1]?.answer(paths[1]);
    end(requests);
    expect(await codeOf(announced)).toBe("requests-ended");
    expect(asks.isConnected).toBe(false);
    expect(await fateOf(claimed)).toBe("pending");
    rights[0]?.answer(paths[0]);
    expect([await claimed, await answered]).toStrictEqual([...paths]);
    expect(asks.claim("vault/get", 1)).toBe("unknown");
    // Its channel is not used again before the others.
    const next = connect(asks);
    asks.ask("postgres").catch(() => {});
    await turn();
    expect(next.asks.map(({ channel }) => channel)).toStrictEqual([4]);
  });

  test.each(ends)("holds what the connection had no room for when %s", async (_, end) => {
    const asks = new AskChannel();
    const requests = connect(asks, true);
    const all = Array.from({ length: 4 }, (_, n) => asks.ask("vault/get", Uint8Array.of(n)));
    await turn();
    const { channels, held } = asks;
    expect([channels + held, held > 0]).toStrictEqual([4, true]);
    end(requests);
    requests.unstick();
    for (const lost of all.splice(0, channels)) expect(await codeOf(lost)).toBe("requests-ended");
    const next = connect(asks);
    await turn();
    expect(next.asks.map(({ payload }) => payload[0])).toStrictEqual([0, 1, 2, 3].slice(channels));
    for (const answered of all) expect(await fateOf(answered)).toBe("pending");
  });

  test("goes on when a connection that was slow has room again", async () => {
    const asks = new AskChannel();
    const requests = connect(asks, true);
    for (let n = 0; n < 50; n++) asks.ask("vault/get", Uint8Array.of(n)).catch(() => {});
    for (let step = 1; step < 20; step++) {
      await turn();
      expect(requests.asks).toHaveLength(step);
      // One is on its way, and one waits for it in the writable.
      expect(asks.channels).toBeLessThanOrEqual(step + 1);
      requests.step();
    }
    requests.unstick();
    await turn();
    expect(requests.asks.map(({ payload }) => payload[0])).toStrictEqual([...Array(50).keys()]);
  });

  test("ignores whatever the server says on the connection", async () => {
    const asks = new AskChannel();
    const requests = connect(asks);
    for (const thing of ["text", new Uint8Array(9), null]) requests.say(thing);
    await turn();
    expect(asks.isConnected).toBe(true);
  });

  test("has one connection at a time", async () => {
    const asks = new AskChannel();
    const requests = new MemoryRequests();
    const ended = asks.attach(requests);
    const second = new MemoryRequests();
    expect(() => asks.attach(second)).toThrow(TypeError);
    expect([second.readable.locked, second.writable.locked]).toStrictEqual([false, false]);
    expect(await fateOf(ended)).toBe("pending");
    requests.close();
    await ended;
    asks.attach(second);
    expect([asks.isConnected, asks.connections]).toStrictEqual([true, 2]);
  });

  test("loses an ask whose path was claimed and not opened", async () => {
    const asks = new AskChannel();
    connect(asks);
    const answered = asks.ask("vault/get");
    const cause = new Error("no handshake");
    (await claim(asks, "vault/get", 1)).giveUp(cause);
    const error = await rejection(answered);
    expect(error).toMatchObject({ code: "not-opened", cause });
    expect(asks.channels).toBe(0);
  });

  test("gives an ask up by its signal, wherever it is", async () => {
    const asks = new AskChannel({ maxAsks: 3 });
    const requests = connect(asks);
    const [announced, claimed] = [new AbortController(), new AbortController()];
    const fates = [asks.ask("vault/get", undefined, announced), asks.ask("vault/get", undefined, claimed)];
    const { answer } = await claim(asks, "vault/get", 2);
    announced.abort("a");
    claimed.abort("b");
    expect(await Promise.all(fates.map(rejection))).toStrictEqual(["a", "b"]);
    // Nobody waits for it, and then the channel is free.
    expect([asks.claim("vault/get", 1), asks.channels]).toStrictEqual(["unknown", 1]);
    const path = new MemoryPath();
    answer(path);
    await turn();
    expect([path.left, asks.channels]).toStrictEqual([{ reason: undefined }, 0]);

    requests.close();
    await turn();
    const held = new AbortController();
    const fate = asks.ask("vault/get", undefined, held);
    expect(asks.held).toBe(1);
    held.abort("c");
    expect([await rejection(fate), asks.held]).toStrictEqual(["c", 0]);
    expect(await rejection(asks.ask("vault/get", undefined, held))).toBe("c");
    // They all count no more.
    for (let n = 0; n < 3; n++) asks.ask("vault/get").catch(() => {});
    expect(asks.held).toBe(3);
  });

  test("tells on which connection an ask is sent, and rejects it with what that throws", async () => {
    const asks = new AskChannel();
    const sent: (readonly [number, number])[] = [];
    const ask = (n: number): Promise<unknown> =>
      asks.ask("vault/get", undefined, { onAnnounced: (connection) => void sent.push([n, connection]) });
    const first = rejection(ask(1));
    expect(sent).toStrictEqual([]);
    const requests = connect(asks);
    expect(sent).toStrictEqual([[1, 1]]);
    requests.close();
    await first;
    const second = ask(2);
    const broken = new Error("broken");
    const third = asks.ask("vault/get", undefined, {
      onAnnounced() {
        throw broken;
      },
    });
    const fourth = ask(4);
    connect(asks);
    expect(await rejection(third)).toBe(broken);
    expect(sent).toStrictEqual([
      [1, 1],
      [2, 2],
      [4, 2],
    ]);
    expect([await fateOf(second), await fateOf(fourth)]).toStrictEqual(["pending", "pending"]);
    expect(asks.claim("vault/get", 3)).toBe("unknown");
  });

  test("takes so many asks and no more", async () => {
    const asks = new AskChannel({ maxAsks: 2 });
    const requests = connect(asks);
    const first = asks.ask("vault/get");
    asks.ask("vault/get").catch(() => {});
    expect(await codeOf(asks.ask("vault/get"))).toBe("too-many");
    (await claim(asks, "vault/get", 1)).answer(new MemoryPath());
    await first;
    asks.ask("vault/get").catch(() => {});
    await turn();
    expect(requests.asks).toHaveLength(3);
  });

  test("rejects what cannot be asked", async () => {
    const asks = new AskChannel();
    // Casts, as the types do not let through what is tried here.
    expect(await rejection(asks.ask("vault/steal" as AskKind))).toBeInstanceOf(AskError);
    expect(await rejection(asks.ask("vault/get", "key" as unknown as ArrayBuffer))).toBeInstanceOf(TypeError);
    expect(asks.held).toBe(0);
    for (const maxAsks of [0, -1, 1.5, Number.NaN, "1" as unknown as number]) {
      expect(() => new AskChannel({ maxAsks })).toThrow(TypeError);
    }
  });

  test("tells when there is a connection, and a next one", async () => {
    const asks = new AskChannel();
    const any = asks.untilConnected();
    const second = asks.untilConnected({ after: 1 });
    expect([await fateOf(any), await fateOf(second)]).toStrictEqual(["pending", "pending"]);
    const requests = connect(asks);
    expect([await any, await fateOf(second)]).toStrictEqual([1, "pending"]);
    requests.close();
    await turn();
    expect(await fateOf(asks.untilConnected())).toBe("pending");
    connect(asks);
    expect([await second, await asks.untilConnected()]).toStrictEqual([2, 2]);
    const abort = new AbortController();
    const third = asks.untilConnected({ after: 2, signal: abort.signal });
    abort.abort("enough");
    expect(await rejection(third)).toBe("enough");
    expect(await rejection(asks.untilConnected({ signal: abort.signal }))).toBe("enough");
  });

  test.each(["mcp/list-tools", "mcp/list-resources", "mcp/call-tool", "mcp/read-resource"] as const)(
    "tells when the first exchange is over, of %s",
    async (kind) => {
      const asks = new AskChannel();
      connect(asks);
      const exchanged = asks.untilExchanged();
      const paths = [new MemoryPath(), new MemoryPath()] as const;
      for (const other of ["mcp/notifications", kind] as const) asks.ask(other).catch(() => {});
      (await claim(asks, "mcp/notifications", 1)).answer(paths[0]);
      (await claim(asks, kind, 2)).answer(paths[1]);
      paths[0].close();
      expect(await fateOf(exchanged)).toBe("pending");
      paths[1].break(new Error("broken"));
      await exchanged;
      await asks.untilExchanged();
    },
  );

  test("loses everything that waits when it is closed, and nothing that is answered", async () => {
    const asks = new AskChannel();
    const requests = connect(asks);
    const [announced, claimed, answered] = [asks.ask("vault/get"), asks.ask("vault/get"), asks.ask("vault/get")];
    const rights = [await claim(asks, "vault/get", 2), await claim(asks, "vault/get", 3)];
    const path = new MemoryPath();
    rights[1]?.answer(path);
    const waiting = [asks.untilConnected({ after: 1 }), asks.untilExchanged()];
    asks.close();
    asks.close();
    for (const lost of [announced, claimed, ...waiting]) expect(await codeOf(lost)).toBe("closed");
    expect(await answered).toBe(path);
    const late = new MemoryPath();
    rights[0]?.answer(late);
    await turn();
    expect([late.left, requests.isClosed, asks.isConnected]).toStrictEqual([{ reason: undefined }, true, false]);
    for (const lost of [asks.ask("vault/get"), asks.untilConnected(), asks.untilExchanged()]) {
      expect(await codeOf(lost)).toBe("closed");
    }
    expect(() => asks.attach(new MemoryRequests())).toThrow(AskLostError);
    path.close();
    await turn();
    expect(asks.channels).toBe(0);
  });

  test("loses what was held when it is closed", async () => {
    const asks = new AskChannel();
    const held = asks.ask("vault/get");
    asks.close();
    expect([await codeOf(held), asks.held]).toStrictEqual(["closed", 0]);
  });
});
