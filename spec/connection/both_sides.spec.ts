import { NotificationGuardedDecoderStream } from "channel-frames";
import { describe, expect, test } from "vitest";
import { frameA, frameB, frameE } from "../support/frames.ts";
import { A, B, C, E } from "../support/messages.ts";
import { readAll } from "../support/read_all.ts";
import { lines, webSocketLine } from "./support/lines.ts";
import { outcome } from "./support/outcome.ts";
import { channelOf, connected, scopeOf } from "./support/pairs.ts";

const a = [...A];
const b = [...B];
const c = [...C];

async function write(writable: WritableStream, ...messages: readonly Uint8Array[]): Promise<void> {
  const writer = writable.getWriter();
  for (const message of messages) await writer.write(message);
  writer.releaseLock();
}

describe.each(lines)("A client and a server, $name:", (line) => {
  test.each(["client", "server"] as const)(
    "a channel that the %s opened, from its request to its finish",
    async (opener) => {
      const scope = await scopeOf(await connected(line));
      const { opened, incoming } = await channelOf(scope, opener);
      expect(incoming.number).toBe(opened.number);
      expect([...incoming.request]).toStrictEqual([2]);
      const reading = outcome(opened.readable, "slow");
      await write(incoming.writable, A, B, new Uint8Array());
      await incoming.writable.close();
      expect(await reading).toStrictEqual({ messages: [a, b, []], end: "done" });
    },
  );

  test("a notification channel through its guards: finished, failed, unserved, cut", async () => {
    const both = await connected(line);
    const scope = await scopeOf(both);
    const channels = [];
    for (const messages of [[A, B], [A, E], [], [A, B]]) {
      const { opened, incoming } = await channelOf(scope, "client");
      await write(incoming.writable, ...messages);
      if (channels.length < 3) await incoming.writable.close();
      channels.push(opened);
    }
    await scope.server.writable.close();
    const told = [];
    for (const { readable } of channels) {
      const guarded = new NotificationGuardedDecoderStream();
      const { values } = await readAll(readable.pipeThrough(guarded));
      told.push([values, (await guarded.ending).kind]);
    }
    expect(told).toStrictEqual([
      [[frameA, frameB], "finished"],
      [[frameA, frameE], "failed"],
      [[], "unserved"],
      [[frameA, frameB], "cut"],
    ]);
  });

  test("a whole scope: channels both ways and responses, all at once, and its finish", async () => {
    const both = await connected(line);
    const scope = await scopeOf(both);
    const up = await channelOf(scope, "client");
    const down = await channelOf(scope, "server");
    expect(up.opened.number).toBe(down.opened.number);
    const readings = [outcome(up.opened.readable), outcome(down.opened.readable), outcome(scope.client.responses)];
    await Promise.all([
      write(up.incoming.writable, A, A),
      write(down.incoming.writable, B, B),
      write(scope.server.writable, C, C),
    ]);
    await Promise.all([up.incoming.writable.close(), down.incoming.writable.close()]);
    // The server waits for the answer to its own channel, or the end of the scope would cut it.
    await Promise.all(readings.slice(0, 2));
    await scope.server.writable.close();
    expect(await Promise.all(readings)).toStrictEqual([
      { messages: [a, a], end: "done" },
      { messages: [b, b], end: "done" },
      { messages: [c, c], end: "done" },
    ]);
    await both.client.close();
    expect(await both.client.closed).toStrictEqual({ clean: true });
    expect(await both.server.closed).toStrictEqual({ clean: true });
  });

  test("two scopes with the same channels in them", async () => {
    const both = await connected(line);
    const [one, other] = [await scopeOf(both), await scopeOf(both)];
    const [x, y] = [await channelOf(one, "client"), await channelOf(other, "client")];
    expect(x.opened.number).toBe(y.opened.number);
    await write(x.incoming.writable, A);
    await write(y.incoming.writable, B);
    await one.server.writable.close();
    await write(y.incoming.writable, C);
    await y.incoming.writable.close();
    expect(await outcome(x.opened.readable)).toStrictEqual({ messages: [a], end: "cut by scope" });
    expect(await outcome(y.opened.readable)).toStrictEqual({ messages: [b, c], end: "done" });
  });

  test.each([
    ["client", "close"],
    ["client", "abort"],
    ["server", "close"],
    ["server", "abort"],
  ] as const)("the %s leaves by %s(): all that came, and then a cut, for either", async (leaver, how) => {
    const both = await connected(line);
    const scope = await scopeOf(both);
    const up = await channelOf(scope, "client");
    const down = await channelOf(scope, "server");
    await write(up.incoming.writable, A, B);
    await write(down.incoming.writable, C);
    // What each has read by then is safe.
    const readers = [up.opened.readable.getReader(), down.opened.readable.getReader()] as const;
    expect(await readers[0].read()).toHaveProperty("value", A);
    expect(await readers[1].read()).toHaveProperty("value", C);
    for (const reader of readers) reader.releaseLock();
    await both[leaver][how]();
    await Promise.all([both.client.closed, both.server.closed]);
    const cutFor = (side: "client" | "server"): string => (side === leaver ? "cut by local" : "cut by carrier");
    expect(await outcome(up.opened.readable)).toHaveProperty("end", cutFor("client"));
    expect(await outcome(down.opened.readable)).toHaveProperty("end", cutFor("server"));
    const other = both[leaver === "client" ? "server" : "client"];
    expect(await other.closed).toHaveProperty("clean", how === "close");
  });

  test("both close at once", async () => {
    const { client, server } = await connected(line);
    await Promise.allSettled([client.close(), server.close()]);
    await Promise.all([client.closed, server.closed]);
    expect(client.stats.malformed + server.stats.malformed).toBe(0);
  });

  test("large messages, whole, beside small ones", async () => {
    const scope = await scopeOf(await connected(line));
    const large = new Uint8Array(5_000_000).map((_, at) => at * 7);
    const up = await channelOf(scope, "client");
    const small = await channelOf(scope, "client");
    const writing = Promise.all([
      write(up.incoming.writable, large, A).then(() => up.incoming.writable.close()),
      write(small.incoming.writable, B).then(() => small.incoming.writable.close()),
    ]);
    const { values, end } = await readAll(up.opened.readable);
    expect([values.length, end]).toStrictEqual([2, "done"]);
    expect(Buffer.compare(values[0] ?? new Uint8Array(), large)).toBe(0);
    expect(await outcome(small.opened.readable)).toStrictEqual({ messages: [b], end: "done" });
    await writing;
  });

  test("what is read slowly makes the writer wait, and all of it comes", async () => {
    const both = await connected(line, { client: { maxQueuedMessages: 2 } });
    const scope = await scopeOf(both);
    const { opened, incoming } = await channelOf(scope, "client");
    let written = 0;
    const message = new Uint8Array(300_000);
    const writing = (async () => {
      const writer = incoming.writable.getWriter();
      for (; written < 100; written++) await writer.write(message);
      await writer.close();
    })();
    const reader = opened.readable.getReader();
    let most = 0;
    for (let read = 0; read < 100; read++) {
      expect((await reader.read()).value).toHaveLength(message.length);
      most = Math.max(most, written - read);
    }
    expect((await reader.read()).done).toBe(true);
    await writing;
    // A kernel may buffer some megabytes, which is a part of the whole only.
    expect(most).toBeLessThan(60);
  });
});

test.each(["client", "server"] as const)(
  "A %s that waits for a reader, and closes after its peer has closed in order, is closed in order",
  async (role) => {
    const ends = await webSocketLine.between();
    const other = role === "client" ? "server" : "client";
    const options = { [role]: { maxQueuedMessages: 1 } };
    const both = await connected({ ...webSocketLine, between: async () => ends }, options);
    const scope = await scopeOf(both);
    const { opened, incoming } = await channelOf(scope, role);
    await write(incoming.writable, A, B, C);
    await both[other].close();
    await ends[role].closed;
    await both[role].close();
    expect(await both[role].closed).toStrictEqual({ clean: true });
    expect(await outcome(opened.readable)).toHaveProperty("messages", [a]);
  },
);
