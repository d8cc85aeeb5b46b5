import { CutError, UnservedError } from "channel-frames";
import { ClientConnection, type ConnectionOptions, type OpenedChannel, type Stall } from "channel-frames/connection";
import type { WebSocketMessages } from "channel-frames/websocket";
import { equal, rejected, thrown } from "../check.ts";
import { fateOf, watch } from "../fate.ts";
import { instanceOf } from "../matcher.ts";
import { numbered, numbers } from "../numbered.ts";
import { pause } from "../pause.ts";
import { Peer } from "../peer.ts";
import { type Answered, type ChannelAsk, fromPayload, type ScopeAsk, toPayload } from "../served/asks.ts";
import { receive, receiveFrames, socketTimeLimit, webSocket } from "../sockets.ts";
import { type Test, test } from "../test.ts";
import { hosts } from "./served_socket_tests.ts";

interface Connected {
  readonly peer: Peer;
  readonly socket: WebSocketMessages;
  readonly connection: ClientConnection;
}

const asks = (ask: ScopeAsk = {}): Uint8Array => toPayload(ask);

/** The client's side of a connection over a socket of this runtime. */
export const connectionTests: readonly Test[] = hosts.flatMap(({ name, urlOf }) => {
  const connected = (
    what: string,
    run: (connected: Connected) => Promise<void>,
    connectionOptions: ConnectionOptions = {},
  ): Test =>
    test(
      `Connection to ${name}: ${what}`,
      async (options) => {
        const peer = new Peer(urlOf(options), "/served/connection");
        const socket = webSocket.open(peer.url);
        const connection = new ClientConnection(socket, connectionOptions);
        try {
          await run({ peer, socket, connection });
        } finally {
          connection.abort("The test is over");
        }
      },
      socketTimeLimit,
    );
  const answer = (channel: OpenedChannel): ReturnType<typeof receiveFrames> => receiveFrames(channel.readable);

  return [
    connected("items and a finish", async ({ connection }) => {
      const channel = connection.open(asks()).channel(toPayload({ count: 20 }));
      const { ending, ...received } = await answer(channel);
      equal(received, { numbers: numbers(20), end: "done" });
      equal(ending, { kind: "finished", frames: 20 });
    }),
    connected("a finish at once is unserved", async ({ connection }) => {
      const channel = connection.open(asks()).channel(toPayload({ count: 0 }));
      const { ending, end } = await answer(channel);
      equal([ending, end], [{ kind: "unserved", frames: 0 }, { rejected: instanceOf(UnservedError) }]);
    }),
    connected("responses of a scope", async ({ connection }) => {
      const scope = connection.open(asks({ responses: 30, opens: 1 }));
      const reader = scope.responses.getReader();
      for (const number of numbers(30)) equal((await reader.read()).value, numbered(number));
      for await (const { writable } of scope.channels) await writable.close();
      equal(fromPayload<Answered>((await reader.read()).value ?? new Uint8Array()).numbers, []);
      equal((await reader.read()).done, true);
    }),
    connected("a scope that finishes before its channel cuts it", async ({ connection }) => {
      const scope = connection.open(asks());
      const channel = scope.channel(toPayload({ count: 5, afterwards: "finish scope" }));
      const cut = instanceOf(CutError, { by: "scope" });
      const { ending, ...received } = await answer(channel);
      equal(received, { numbers: numbers(5), end: { rejected: cut } });
      equal(ending, { kind: "cut", frames: 5, reason: cut });
      equal(await receive(scope.responses), { numbers: [], end: "done" });
      equal(
        thrown(() => scope.channel(toPayload({}))),
        cut,
      );
      // The connection goes on.
      const next = connection.open(asks()).channel(toPayload({ count: 1 }));
      equal((await answer(next)).ending, { kind: "finished", frames: 1 });
    }),
    connected("a connection that breaks cuts everything", async ({ connection }) => {
      const scope = connection.open(asks());
      const [read, unread] = [1, 2].map((count) => scope.channel(toPayload({ count, afterwards: "stay" })));
      const reader = read?.readable.getReader();
      equal((await reader?.read())?.value, numbered(0));
      while (connection.stats.received < 3) await pause(5);
      scope.channel(toPayload({ afterwards: "break connection off" }));
      const cut = instanceOf(CutError, { by: "carrier" });
      equal(await rejected(Promise.resolve(reader?.read())), cut);
      equal(unread && (await answer(unread)).ending, { kind: "cut", frames: 2, reason: cut });
      equal((await receive(scope.responses)).end, { rejected: cut });
      equal((await connection.closed).clean, false);
      equal(
        thrown(() => connection.open(asks())),
        cut,
      );
    }),
    connected("a connection that is closed in order cuts what is open, too", async ({ connection, socket }) => {
      const channel = connection.open(asks()).channel(toPayload({ count: 5, afterwards: "close connection" }));
      const cut = instanceOf(CutError, { by: "carrier" });
      equal((await answer(channel)).ending, { kind: "cut", frames: 5, reason: cut });
      equal((await connection.closed).clean, true);
      equal((await socket.closed).code, 1000);
    }),
    connected("50 channels at once, each with its own messages", async ({ connection }) => {
      const scopes = [connection.open(asks()), connection.open(asks())];
      const answers = numbers(50).map(async (at) => {
        const ask: ChannelAsk = { count: 20, first: at * 1000, bytes: 16 + at * 20 };
        const channel = scopes[at % 2]?.channel(toPayload(ask));
        equal(channel && (await receive(channel.readable)), { numbers: numbers(20, at * 1000), end: "done" });
      });
      await Promise.all(answers);
      equal(connection.stats.received, 50 * 21);
    }),
    connected("channels that the server opens", async ({ connection }) => {
      const scope = connection.open(asks({ opens: 12 }));
      const responses: Answered[] = [];
      const reading = (async () => {
        const reader = scope.responses.getReader();
        for (let result = await reader.read(); !result.done; result = await reader.read()) {
          responses.push(fromPayload(result.value));
        }
      })();
      const opened = new Map<number, number>();
      for await (const { number, request, writable } of scope.channels) {
        const { count = 0 } = fromPayload<ChannelAsk>(request);
        opened.set(number, count);
        const writer = writable.getWriter();
        const answering = async (): Promise<void> => {
          for (const sent of numbers(count)) await writer.write(numbered(sent));
          await writer.close();
        };
        answering().catch(() => {});
      }
      await reading;
      equal(
        responses
          .map(({ channel, ...rest }) => [opened.get(channel), rest])
          .sort(([a = 0], [b = 0]) => Number(a) - Number(b)),
        numbers(12).map((count) => [count, { numbers: numbers(count), end: "done" }]),
      );
    }),
    connected("a channel whose reader leaves disturbs no other", async ({ connection }) => {
      const scope = connection.open(asks());
      const left = scope.channel(toPayload({ count: 30 }));
      const stays = scope.channel(toPayload({ count: 60 }));
      const reader = left.readable.getReader();
      await reader.read();
      equal(await fateOf(reader.cancel("seen enough")), "fulfilled");
      equal((await answer(stays)).ending, { kind: "finished", frames: 60 });
      equal([connection.stats.dropped > 0, connection.stats.strangers], [true, 0]);
    }),
    connected(
      'a channel that nobody reads is cut with whenFull: "cut", and no other is',
      async ({ connection }) => {
        const scope = connection.open(asks());
        const unread = scope.channel(toPayload({ count: 40 }));
        const other = scope.channel(toPayload({ count: 60 }));
        equal((await answer(other)).ending, { kind: "finished", frames: 60 });
        const cut = instanceOf(CutError, { by: "overrun" });
        equal(await receive(unread.readable), { numbers: numbers(16), end: { rejected: cut } });
      },
      { whenFull: "cut", maxQueuedMessages: 16 },
    ),
    (() => {
      const stalls: Stall[] = [];
      return connected(
        'a channel that nobody reads makes all wait with whenFull: "pause", and nothing is lost',
        async ({ connection }) => {
          const scope = connection.open(asks());
          const unread = scope.channel(toPayload({ count: 40 }));
          const other = scope.channel(toPayload({ count: 200 }));
          const reading = answer(other);
          const fate = watch(reading);
          for (let time = 0; time < 100 && stalls.length === 0; time++) await pause(10);
          equal([fate(), stalls[0]?.channel, stalls[0]?.length], ["pending", unread.number, 16]);
          equal(await receive(unread.readable), { numbers: numbers(40), end: "done" });
          equal((await reading).ending, { kind: "finished", frames: 200 });
        },
        { maxQueuedMessages: 16, stallTimeout: 50, onStall: (stall) => stalls.push(stall) },
      );
    })(),
    connected("close() is clean on both sides, and cuts what is open", async ({ connection, peer }) => {
      const scope = connection.open(asks());
      const channel = scope.channel(toPayload({ count: 3, afterwards: "stay" }));
      const reader = channel.readable.getReader();
      for (const number of numbers(3)) equal((await reader.read()).value, numbered(number));
      await connection.close();
      equal(await connection.closed, { clean: true });
      equal(await reader.read().catch((reason: unknown) => reason), instanceOf(CutError, { by: "local" }));
      const { close, read } = await peer.until((seen) => seen.close !== undefined && seen.read !== undefined);
      equal([close?.code, read], [1000, "done"]);
    }),
    connected("abort() is a cut on both sides", async ({ connection, peer }) => {
      const channel = connection.open(asks()).channel(toPayload({ count: 1, afterwards: "stay" }));
      const reader = channel.readable.getReader();
      await reader.read();
      const reason = new Error("broken");
      connection.abort(reason);
      const error = await reader.read().catch((reason: unknown) => reason);
      equal(error, instanceOf(CutError, { by: "local" }));
      equal(Reflect.get(Object(error), "cause"), reason);
      equal(await connection.closed, { clean: false, reason });
      equal((await peer.until((seen) => seen.read !== undefined)).read, "cut");
    }),
    (() => {
      const payloads: Uint8Array[] = [];
      return connected(
        "authorizations go both ways",
        async ({ connection }) => {
          await connection.authorize(Uint8Array.of(1, 2, 3));
          for (let time = 0; time < 100 && payloads.length === 0; time++) await pause(10);
          equal(payloads, [Uint8Array.of(1, 2, 3)]);
        },
        { onAuthorization: (payload) => payloads.push(payload) },
      );
    })(),
  ];
});
