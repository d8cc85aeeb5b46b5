import type { Ending, NotificationFrame } from "channel-frames";
import {
  type Ask,
  AskDecoderStream,
  AskEncoderStream,
  AskLostError,
  type Gap,
  type StandingOptions,
  StandingSubscription,
} from "channel-frames/proxy";
import { equal, rejected } from "../check.ts";
import { fateOf, watch } from "../fate.ts";
import { frameA, frameB, frameC, frameE } from "../frames.ts";
import { instanceOf, Matcher } from "../matcher.ts";
import { type MemoryPath, MemoryProxy } from "../memory_proxy.ts";
import { A, B, C, E } from "../messages.ts";
import { pullSource } from "../pull_source.ts";
import { iterateAll, readAll } from "../read_all.ts";
import { type Test, test } from "../test.ts";
import { turn } from "../turn.ts";

interface Subscribed {
  readonly proxy: MemoryProxy;
  readonly frames: StandingSubscription;
  readonly path: MemoryPath;
}

/** A subscription whose first path is open. */
async function subscribe(options?: StandingOptions): Promise<Subscribed> {
  const proxy = new MemoryProxy();
  const frames = new StandingSubscription(proxy.asks, options);
  proxy.connect();
  await proxy.exchange();
  return { proxy, frames, path: await proxy.open() };
}

/** Reads so many items. */
async function take(frames: ReadableStream<NotificationFrame | Gap>, count: number): Promise<readonly unknown[]> {
  const reader = frames.getReader();
  const items: unknown[] = [];
  while (items.length < count) items.push((await reader.read()).value);
  reader.releaseLock();
  return items;
}

const anyTime = new Matcher("a time", (value) => typeof value === "number" && value > 0);

function gapOf(ending: Ending<NotificationFrame>): unknown {
  return { type: "gap", ending, since: anyTime, until: anyTime };
}

const asks: readonly Ask[] = [
  { channel: 0xffff_ffff, kind: "vault/get", payload: Uint8Array.of(1, 2) },
  { channel: 0, kind: "mcp/notifications", payload: new Uint8Array() },
];

const broken = new Error("broken");
const boom = { code: -32603, message: "boom" };

/** The ends that a server may want, and what was told before. */
const ends: readonly (readonly [Ending<NotificationFrame>, readonly Uint8Array[], readonly NotificationFrame[]])[] = [
  [{ kind: "finished", frames: 2 }, [A, B], [frameA, frameB]],
  [{ kind: "failed", frames: 1, error: boom }, [A, E], [frameA, frameE]],
  [{ kind: "unserved", frames: 0 }, [], []],
];

/** Both sides of a proxy but for sockets. */
export const proxyTests: readonly Test[] = [
  test("Asks: what is encoded is decoded, and what is no ask left out", async () => {
    const encoded = pullSource(asks).stream.pipeThrough(new AskEncoderStream());
    equal(await readAll(encoded.pipeThrough(new AskDecoderStream())), { values: asks, end: "done" });
    const codes: string[] = [];
    const decoder = new AskDecoderStream({ onMalformed: ({ code }) => void codes.push(code) });
    const source = pullSource([Uint8Array.of(0, 0, 0, 1), "text", Uint8Array.of(0, 0, 0, 1, 99), null]).stream;
    equal(await readAll(source.pipeThrough(decoder)), { values: [], end: "done" });
    equal(codes, ["short", "unknown-kind", "not-a-message"]);
  }),
  test("AskChannel: holds asks for a connection, loses what it announced with it, and keeps what is answered", async () => {
    const proxy = new MemoryProxy();
    const lost = proxy.asks.ask("vault/get", Uint8Array.of(1));
    const answered = proxy.asks.ask("command", Uint8Array.of(2));
    // Nobody waits for it before it is lost.
    watch(lost);
    equal([proxy.asks.held, proxy.asks.claim("vault/get", 1)], [2, "unknown"]);
    proxy.connect();
    const path = await proxy.open("command");
    equal(proxy.asked, [
      [
        { channel: 1, kind: "vault/get", payload: Uint8Array.of(1) },
        { channel: 2, kind: "command", payload: Uint8Array.of(2) },
      ],
    ]);
    equal([proxy.asks.claim("command", 2), proxy.asks.claim("command", 1)], ["taken", "unknown"]);
    const { readable } = await answered;
    await proxy.disconnect();
    equal(await rejected(lost), instanceOf(AskLostError, { code: "requests-ended" }));
    path.send(A);
    path.close();
    equal(await readAll(readable), { values: [A], end: "done" });
    await turn();
    equal([proxy.asks.channels, proxy.asks.claim("command", 2)], [0, "unknown"]);
    const held = proxy.asks.ask("vault/get");
    const fate = watch(held);
    await turn();
    equal(fate(), "pending");
    proxy.asks.close();
    equal(await rejected(held), instanceOf(AskLostError, { code: "closed" }));
  }),
  ...ends.map(([ending, messages, frames]) =>
    test(`StandingSubscription: a path that is ${ending.kind} is a gap, and the next connection is asked`, async () => {
      const { proxy, frames: standing, path } = await subscribe();
      path.send(...messages);
      path.close();
      while (standing.state !== "waiting") await turn();
      await turn();
      await proxy.disconnect();
      proxy.connect();
      (await proxy.open()).send(C);
      equal(await take(standing, frames.length + 2), [...frames, gapOf(ending), frameC]);
      equal(
        proxy.asked.map((asked) => asked.filter(({ kind }) => kind === "mcp/notifications").length),
        [1, 1],
      );
      await standing.cancel();
    }),
  ),
  test("StandingSubscription: a path that dies is a gap, and the same connection is asked", async () => {
    const { proxy, frames, path } = await subscribe();
    path.send(A);
    equal(await take(frames, 1), [frameA]);
    path.break(broken);
    (await proxy.open()).send(B);
    equal(await take(frames, 2), [gapOf({ kind: "cut", frames: 1, reason: broken }), frameB]);
    equal(proxy.asked.length, 1);
    await frames.cancel();
  }),
  test("StandingSubscription: cancelling leaves the path, and nothing more is asked", async () => {
    const { proxy, frames, path } = await subscribe();
    path.send(A, B);
    const reader = frames.getReader();
    equal((await reader.read()).value, frameA);
    equal(await fateOf(reader.cancel("enough")), "fulfilled");
    await turn();
    equal(path.left(), ["enough"]);
    await proxy.disconnect();
    proxy.connect();
    await turn();
    equal([proxy.asked.at(-1), proxy.asks.channels, frames.state], [[], 0, "waiting"]);
  }),
  test("StandingSubscription: a signal errors it at once, and leaves the path", async () => {
    const abort = new AbortController();
    const { frames, path } = await subscribe({ signal: abort.signal });
    path.send(A, B);
    await turn();
    const reader = frames.getReader();
    equal((await reader.read()).value, frameA);
    abort.abort(broken);
    equal(await rejected(reader.read()), broken);
    await turn();
    equal(path.left(), [broken]);
  }),
  test("StandingSubscription: can be iterated, and ends with the asks of the proxy", async () => {
    const { proxy, frames, path } = await subscribe();
    path.send(A, B);
    path.close();
    proxy.asks.close();
    equal(await iterateAll(frames), { values: [frameA, frameB], end: "done" });
  }),
  test("StandingSubscription: leaving the loop leaves the path", async () => {
    const { frames, path } = await subscribe();
    path.send(A, B);
    for await (const frame of frames) {
      equal(frame, frameA);
      break;
    }
    await turn();
    equal([path.left().length, frames.locked], [1, false]);
  }),
];
