import { getEventListeners } from "node:events";
import { CutError, type NotificationFrame } from "channel-frames";
import {
  type Ask,
  AskError,
  type AskHandler,
  type AskHandlers,
  AskLostError,
  type NotificationsHandler,
  type Reconnect,
  type ServeAsksOptions,
  serveAsks,
} from "channel-frames/proxy";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { type Fate, rejection, watch } from "../support/fate.ts";
import { frameA } from "../support/frames.ts";
import { A } from "../support/messages.ts";
import { pause } from "../support/pause.ts";
import { pullSource } from "../support/pull_source.ts";
import { readAll } from "../support/read_all.ts";
import { serve } from "../websocket/support/server.ts";
import { until } from "../websocket/support/until.ts";
import type { TestProxy } from "./support/start_test_proxy.ts";
import { testProxy } from "./support/test_proxy.ts";

const broken = new Error("broken");

/** Answers with what was asked. */
const echo: AskHandler = async ({ payload }, { open }) => {
  const writer = open().writable.getWriter();
  await writer.write(payload);
  await writer.close();
};

interface Serving {
  readonly stop: AbortController;
  readonly served: Promise<void>;
  readonly fate: () => Fate;
  readonly failed: readonly { readonly error: unknown; readonly ask: Ask }[];
  readonly reconnects: readonly Reconnect[];
}

function serving(base: string, handlers: AskHandlers, options: ServeAsksOptions = {}): Serving {
  const stop = new AbortController();
  const failed: { error: unknown; ask: Ask }[] = [];
  const reconnects: Reconnect[] = [];
  const served = serveAsks(base, handlers, {
    WebSocket,
    signal: stop.signal,
    minDelay: 1,
    maxDelay: 10,
    onAskFailed: (error, ask) => failed.push({ error, ask }),
    onReconnect: (reconnect) => reconnects.push(reconnect),
    ...options,
  });
  onTestFinished(() => stop.abort());
  return { stop, served, fate: watch(served), failed, reconnects };
}

/** What is answered, byte by byte. */
async function answerOf(proxy: TestProxy, ask: Pick<Ask, "kind"> & Partial<Ask>): Promise<unknown> {
  const { readable } = await proxy.asks.ask(ask.kind, ask.payload);
  const { values, end } = await readAll(readable);
  return end === "done" ? values.map((value) => [...value]) : end;
}

test("Each ask is answered by the handler of its kind, and what has none is unserved", async () => {
  const proxy = await testProxy();
  const { stop, served } = serving(proxy.base, {
    "vault/get": echo,
    "mcp/notifications": () => pullSource([frameA]).stream,
  });
  expect(await answerOf(proxy, { kind: "vault/get", payload: Uint8Array.of(1, 2) })).toStrictEqual([[1, 2]]);
  expect(await answerOf(proxy, { kind: "mcp/notifications" })).toStrictEqual([[...A]]);
  expect(await answerOf(proxy, { kind: "vault/set" })).toStrictEqual([]);
  stop.abort();
  await served;
  await until(() => proxy.open() === 0);
  expect(proxy.asks.channels).toBe(0);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
});

const nothing: readonly (readonly [string, NotificationsHandler])[] = [
  ["gives no stream", () => undefined],
  ["gives no stream later", async () => undefined],
  ["gives an empty one", () => pullSource<NotificationFrame>([]).stream],
];

test.each(nothing)("An ask for notifications whose handler %s is unserved", async (_, handler) => {
  const proxy = await testProxy();
  const { failed } = serving(proxy.base, { "mcp/notifications": handler });
  expect(await answerOf(proxy, { kind: "mcp/notifications" })).toStrictEqual([]);
  expect(failed).toStrictEqual([]);
});

const throws = (): never => {
  throw broken;
};

test.each([
  ["throws", "vault/get", async () => throws()],
  ["throws at once", "vault/get", throws],
  ["throws", "mcp/notifications", async () => throws()],
  ["throws at once", "mcp/notifications", throws],
] as const)("A handler that %s, of %s, leaves its ask unserved and ends nothing else", async (_, kind, handler) => {
  const proxy = await testProxy();
  const { failed } = serving(proxy.base, { [kind]: handler, command: echo });
  expect(await answerOf(proxy, { kind })).toStrictEqual([]);
  await until(() => failed.length > 0);
  expect(failed).toStrictEqual([{ error: broken, ask: { channel: 1, kind, payload: new Uint8Array() } }]);
  expect(await answerOf(proxy, { kind: "command", payload: Uint8Array.of(3) })).toStrictEqual([[3]]);
});

test.each([
  [
    "a handler that throws",
    {
      "vault/get": async (_: Ask, { open }) => {
        const writer = open().writable.getWriter();
        await writer.write(A);
        throw broken;
      },
    },
    "vault/get",
  ],
  [
    "a stream that errors",
    { "mcp/notifications": () => pullSource([frameA], { throws: broken }).stream },
    "mcp/notifications",
  ],
] satisfies readonly (readonly [string, AskHandlers, Ask["kind"]])[])(
  "An answer is cut by %s in the middle of it, and nothing else is",
  async (_, handlers, kind) => {
    const proxy = await testProxy();
    const { failed } = serving(proxy.base, { ...handlers, command: echo });
    expect(await answerOf(proxy, { kind })).toHaveProperty("rejected.code", "cut");
    await until(() => failed.length > 0);
    expect(failed.map(({ error }) => error)).toStrictEqual([broken]);
    expect(await answerOf(proxy, { kind: "command" })).toStrictEqual([[]]);
  },
);

test("A message that is no ask, or of a kind yet to come, is told and skipped", async () => {
  const proxy = await testProxy();
  const malformed: string[] = [];
  serving(proxy.base, { command: echo }, { onMalformed: ({ code }) => malformed.push(code) });
  await until(() => proxy.asks.isConnected);
  for (const message of [new Uint8Array(3), Uint8Array.of(0, 0, 0, 9, 99)]) {
    // Past the tap of the test's proxy, which knows asks only.
    WebSocket.prototype.send.call(proxy.requests(), message, {});
  }
  expect(await answerOf(proxy, { kind: "command", payload: Uint8Array.of(1) })).toStrictEqual([[1]]);
  expect(malformed).toStrictEqual(["short", "unknown-kind"]);
});

test("An ask is not answered twice: one with the channel of another that waits is told and skipped", async () => {
  let handled = 0;
  let go = (): void => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const answers: string[] = [];
  const message = Uint8Array.of(0, 0, 0, 5, 10);
  const base = await serve((peer, { url }) => {
    if (url !== "/requests") answers.push(String(url));
    else for (let time = 0; time < 3; time++) peer.send(message);
  });
  const { failed } = serving(base, {
    command: async (_, { open }) => {
      handled++;
      await gone;
      await open().writable.close();
    },
  });
  await until(() => failed.length === 2);
  for (const { error } of failed) expect(error).toMatchObject({ code: "duplicate", constructor: AskError });
  go();
  await until(() => answers.length > 0);
  await pause(10);
  expect([handled, answers]).toStrictEqual([1, ["/command/5"]]);
});

test("A channel may be used again when it has been answered", async () => {
  const answers: string[] = [];
  let requests: WebSocket | undefined;
  const base = await serve((peer, { url }) => {
    if (url === "/requests") requests = peer;
    else answers.push(String(url));
    if (answers.length < 3) requests?.send(Uint8Array.of(0, 0, 0, 5, 10));
  });
  const { failed } = serving(base, { command: (_, { open }) => void open() });
  await until(() => answers.length === 3);
  expect(failed).toStrictEqual([]);
});

test("The handler of an ask that is lost is told, and its answer is not opened", async () => {
  const proxy = await testProxy();
  const reasons: unknown[] = [];
  const opened: unknown[] = [];
  const { failed } = serving(proxy.base, {
    command: (_, { signal, open }) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason);
          try {
            open();
          } catch (error) {
            opened.push(error);
          }
        });
      }),
  });
  await until(() => proxy.asks.isConnected);
  const fate = proxy.asks.ask("command");
  await until(() => proxy.events.length > 0);
  await pause(5);
  proxy.requests()?.terminate();
  expect(await rejection(fate)).toBeInstanceOf(AskLostError);
  await until(() => failed.length > 0);
  expect(reasons).toStrictEqual([expect.objectContaining({ code: "requests-ended" })]);
  expect([opened, failed.map(({ error }) => error)]).toStrictEqual([reasons, reasons]);
  await until(() => proxy.asks.isConnected);
  expect(proxy.upgrades.filter((upgrade) => upgrade.startsWith("/command"))).toStrictEqual([]);
});

test("An answer that has begun goes on when the connection ends", async () => {
  const proxy = await testProxy();
  let controller: ReadableStreamDefaultController<NotificationFrame> | undefined;
  const stream = new ReadableStream<NotificationFrame>({
    start(its) {
      controller = its;
    },
  });
  serving(proxy.base, { "mcp/notifications": () => stream });
  const { readable } = await proxy.asks.ask("mcp/notifications");
  proxy.requests()?.terminate();
  await until(() => proxy.asks.connections === 2);
  controller?.enqueue(frameA);
  controller?.close();
  expect((await readAll(readable)).values).toStrictEqual([A]);
});

test("A stream that comes when its ask is lost is cancelled", async () => {
  const proxy = await testProxy();
  const frames = pullSource([frameA], "wait");
  let give = (): void => {};
  serving(proxy.base, {
    "mcp/notifications": () =>
      new Promise((resolve) => {
        give = () => resolve(frames.stream);
      }),
  });
  await until(() => proxy.asks.isConnected);
  proxy.asks.ask("mcp/notifications").catch(() => {});
  await until(() => proxy.events.length > 0);
  await pause(5);
  proxy.requests()?.terminate();
  await until(() => proxy.asks.connections === 2);
  give();
  await until(() => frames.cancels.length > 0);
  expect(frames.cancels).toStrictEqual([expect.objectContaining({ code: "requests-ended" })]);
});

test("It connects again, more and more slowly while nobody is there, and soon after a success", async () => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" ? Number(address?.port) : 0;
  await new Promise((resolve) => server.close(resolve));
  let connects = 0;
  const { reconnects } = serving(
    `ws://127.0.0.1:${port}`,
    {},
    { minDelay: 2, maxDelay: 16, onConnect: () => connects++ },
  );
  await until(() => reconnects.length >= 6);
  expect(reconnects.slice(0, 6).map(({ failures }) => failures)).toStrictEqual([1, 2, 3, 4, 5, 6]);
  const limits = [2, 4, 8, 16, 16, 16];
  for (const [at, { delay, reason }] of reconnects.slice(0, 6).entries()) {
    expect(delay).toBeLessThanOrEqual(limits[at] ?? 0);
    expect(delay).toBeGreaterThanOrEqual((limits[at] ?? 0) / 2);
    expect(reason).toMatchObject({ code: "unopened" });
  }
  expect(connects).toBe(0);
  const next = new WebSocketServer({ host: "127.0.0.1", port });
  onTestFinished(() => {
    for (const peer of next.clients) peer.terminate();
    next.close();
  });
  next.on("connection", (peer, { url }) => {
    if (url === "/requests") peer.send(Uint8Array.of(0, 0, 0, 1, 10), () => peer.close(1000));
  });
  const before = reconnects.length;
  await until(() => connects >= 2);
  const success = reconnects.slice(before).find(({ reason }) => reason === undefined);
  expect(success).toMatchObject({ failures: 1, reason: undefined });
});

test("Another server on /requests is a refusal, and the next attempt follows", async () => {
  const proxy = await testProxy();
  proxy.asks.attach({ readable: new ReadableStream(), writable: new WritableStream() });
  const { reconnects, fate } = serving(proxy.base, {});
  await until(() => reconnects.length >= 2);
  expect(reconnects[0]?.reason).toMatchObject({ code: "taken", status: 409 });
  expect(fate()).toBe("pending");
});

test.each(["clean", "cut"])("The reason of another attempt tells whether the end was %s", async (how) => {
  const proxy = await testProxy();
  const { reconnects } = serving(proxy.base, {});
  await until(() => proxy.asks.isConnected);
  if (how === "clean") proxy.requests()?.close();
  else proxy.requests()?.terminate();
  await until(() => reconnects.length > 0);
  expect(reconnects[0]?.reason).toStrictEqual(how === "clean" ? undefined : expect.any(CutError));
});

test("So many asks are in work and no more, and none is lost", async () => {
  const proxy = await testProxy();
  let working = 0;
  let most = 0;
  serving(
    proxy.base,
    {
      command: async (ask, context) => {
        most = Math.max(most, ++working);
        await pause(2);
        await echo(ask, context);
        working--;
      },
    },
    { maxAsks: 2 },
  );
  const answers = Array.from({ length: 10 }, (_, n) => answerOf(proxy, { kind: "command", payload: Uint8Array.of(n) }));
  expect(await Promise.all(answers)).toStrictEqual(Array.from({ length: 10 }, (_, n) => [[n]]));
  expect(most).toBeLessThanOrEqual(2);
});

test("What waits for its turn when the connection ends is lost, and not handled", async () => {
  const proxy = await testProxy();
  const handled: (number | undefined)[] = [];
  const { failed } = serving(
    proxy.base,
    {
      command: ({ payload }) => {
        handled.push(payload[0]);
        return new Promise(() => {});
      },
    },
    { maxAsks: 1 },
  );
  await until(() => proxy.asks.isConnected);
  const fates = [1, 2, 3].map((n) => proxy.asks.ask("command", Uint8Array.of(n)));
  const reasons = Promise.all(fates.map(rejection));
  await until(() => handled.length > 0);
  proxy.requests()?.terminate();
  await reasons;
  await until(() => proxy.asks.connections === 2);
  expect([handled, failed.length]).toStrictEqual([[1], 1]);
  await pause(5);
  expect(handled).toStrictEqual([1]);
});

test("A signal ends everything, however far it is", async () => {
  const proxy = await testProxy();
  const signals: AbortSignal[] = [];
  const frames = pullSource([frameA], "wait");
  const { stop, served, failed } = serving(proxy.base, {
    command: (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
    postgres: (_, { signal, open }) => {
      signals.push(signal);
      open();
      return new Promise(() => {});
    },
    "mcp/notifications": () => frames.stream,
  });
  proxy.asks.ask("command").catch(() => {});
  const path = await proxy.asks.ask("mcp/notifications");
  await proxy.asks.ask("postgres");
  await path.readable.getReader().read();
  stop.abort(broken);
  await served;
  expect(signals.map(({ reason }) => reason)).toStrictEqual([broken, broken]);
  expect(frames.cancels).toStrictEqual([broken]);
  expect(failed).toStrictEqual([]);
  await until(() => proxy.open() === 0);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
});

test("A signal ends it while it waits to connect again, and before it has begun", async () => {
  const { stop, served, reconnects } = serving("ws://127.0.0.1:9", {}, { minDelay: 60_000, maxDelay: 60_000 });
  await until(() => reconnects.length === 1);
  stop.abort();
  await served;
  await serveAsks("ws://127.0.0.1:9", {}, { WebSocket, signal: stop.signal });
});

test.each(["onConnect", "onReconnect", "onAskFailed", "onMalformed"] as const)(
  "What %s throws ends it, and is what it rejects with",
  async (name) => {
    const base = await serve((peer) => {
      peer.send(new Uint8Array(1));
      peer.send(Uint8Array.of(0, 0, 0, 1, 10));
      setTimeout(() => peer.close(), 20);
    });
    const { served, stop } = serving(
      base,
      { command: () => Promise.reject(broken) },
      {
        [name]() {
          throw broken;
        },
      },
    );
    expect(await rejection(served)).toBe(broken);
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  },
);

test.each([
  ["nonsense", {}],
  ["ws://127.0.0.1:9", { maxAsks: 0 }],
  ["ws://127.0.0.1:9", { minDelay: -1 }],
  ["ws://127.0.0.1:9", { maxDelay: 1 }],
  ["ws://127.0.0.1:9", { closeTimeout: -1 }],
] as const)("It refuses %s with %o", async (base, options) => {
  expect(await rejection(serveAsks(base, {}, { WebSocket, ...options }))).toBeInstanceOf(TypeError);
});
