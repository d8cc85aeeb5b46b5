import { connect, webSocketMessages } from "channel-frames/websocket";
import { equal, ok, rejected, thrown } from "../check.ts";
import { watch } from "../fate.ts";
import { instanceOf } from "../matcher.ts";
import { numbered, numberOf, numbers } from "../numbered.ts";
import { pause } from "../pause.ts";
import { Peer } from "../peer.ts";
import { needsWebSocket } from "../platform.ts";
import { readAll } from "../read_all.ts";
import { makes, receive, socketTest, webSocket } from "../sockets.ts";
import { type Test, test } from "../test.ts";

/** What comes over a socket, and what is told of it besides. */
export const webSocketTests: readonly Test[] = [
  test("connect() tells where there is no class to connect with", () => {
    const error = thrown(() => connect("ws://127.0.0.1:1/", { WebSocket: null as never }));
    equal(error, instanceOf(TypeError));
  }),
  test("connect() throws what the class throws for a URL that is none", () => {
    needsWebSocket();
    ok(thrown(() => connect("ftp://127.0.0.1/")) instanceof Error, "It throws something else");
  }),
  ...makes.flatMap((make) => {
    const of = (what: string): string => `${make.name}: ${what}`;
    return [
      socketTest(
        of("text is ignored and counted, and messages keep their order, the empty one too"),
        async (server) => {
          const texts: string[] = [];
          const socket = make.open(new Peer(server, "/texts").url, { onText: (text) => texts.push(text) });
          const expected = [Uint8Array.of(1, 0), Uint8Array.of(1, 1), new Uint8Array(), Uint8Array.of(1, 2)];
          equal(await readAll(socket.readable), { values: expected, end: "done" });
          equal([socket.ignoredTexts, texts], [2, ["hi", ""]]);
        },
      ),
      socketTest(
        of("what comes in the packet of the upgrade is there for a reader that comes later"),
        async (server) => {
          const socket = make.open(new Peer(server, "/burst").url);
          await pause(50);
          equal(await receive(socket.readable), { numbers: numbers(5), end: "done" });
        },
      ),
      socketTest(of("a message in fragments is one message"), async (server) => {
        const socket = make.open(new Peer(server, "/fragments").url);
        const { values, end } = await readAll(socket.readable);
        equal([values.map((value) => value instanceof Uint8Array && value.byteLength), end], [[999], "done"]);
      }),
      socketTest(of("1000 messages come in order, to whatever reader"), async (server) => {
        for (const first of [0, 100]) {
          const socket = make.open(new Peer(server, "/messages", { count: 1000, bytes: 100 }).url);
          equal(await receive(socket.readable, { first, each: 0 }), { numbers: numbers(1000), end: "done" });
        }
      }),
      socketTest(of("a long message is not overtaken"), async (server) => {
        const socket = make.open(new Peer(server, "/served/echo").url, { highWaterMark: 2 ** 24 });
        const writer = socket.writable.getWriter();
        const lengths = [2 ** 22, 16, 2 ** 22, 16];
        for (const [at, length] of lengths.entries()) writer.write(numbered(at, length)).catch(() => {});
        const reader = socket.readable.getReader();
        for (const [at, length] of lengths.entries()) {
          const { value } = await reader.read();
          equal([numberOf(value), value?.byteLength], [at, length]);
        }
        await writer.abort();
      }),
      socketTest(of("each message is in memory of its own"), async (server) => {
        const socket = make.open(new Peer(server, "/messages", { count: 20 }).url);
        const { values } = await readAll(socket.readable);
        const buffers = values.map((value) => value instanceof Uint8Array && value.buffer);
        equal(new Set(buffers).size, 20);
        equal(
          values.map((value) => value instanceof Uint8Array && [value.byteOffset, value.buffer.byteLength]),
          values.map(() => [0, 16]),
        );
      }),
      socketTest(of("opened fulfils when it is open, closed when it is closed"), async (server) => {
        const socket = make.open(new Peer(server, "/messages", { pause: 60, end: 4001, reason: "that's all" }).url);
        const fate = watch(socket.closed);
        equal(await socket.opened, undefined);
        equal(fate(), "pending");
        equal(await socket.closed, { code: 4001, reason: "that's all", clean: true, by: "peer" });
        // What is queued is still there.
        equal(await receive(socket.readable), { numbers: numbers(5), end: "done" });
        await socket.opened;
      }),
    ];
  }),
  socketTest("WebSocket: one that is wrapped when it is open is taken from there on", async (server) => {
    needsWebSocket();
    const raw = new WebSocket(new Peer(server, "/messages", { count: 0, pause: 50, end: "1000" }).url);
    await new Promise((resolve) => {
      raw.onopen = resolve;
    });
    const socket = webSocketMessages(raw);
    await socket.opened;
    equal(await receive(socket.readable), { numbers: [], end: "done" });
  }),
  socketTest("WebSocket: one that is wrapped when it is closed is cut", async (server) => {
    needsWebSocket();
    const raw = new WebSocket(new Peer(server, "/messages").url);
    await new Promise((resolve) => {
      raw.onclose = resolve;
    });
    const socket = webSocketMessages(raw);
    equal((await receive(socket.readable)).end, { rejected: await rejected(socket.opened) });
    equal((await socket.closed).clean, false);
  }),
  socketTest("WebSocket: one whose binaryType cannot be set gives the same, in order", async (server) => {
    needsWebSocket();
    class Stubborn extends WebSocket {
      constructor(url: string) {
        super(url);
        const descriptor = {
          get: () => "blob",
          set() {
            throw new TypeError("It stays as it is");
          },
        };
        Object.defineProperty(this, "binaryType", descriptor);
      }
    }
    const socket = connect(new Peer(server, "/served/echo").url, { WebSocket: Stubborn });
    const writer = socket.writable.getWriter();
    const reader = socket.readable.getReader();
    const lengths = numbers(20).map((number) => (number % 4 === 0 ? 500_000 : 100));
    for (const [at, length] of lengths.entries()) writer.write(numbered(at, length)).catch(() => {});
    for (const [at, length] of lengths.entries()) {
      const { value } = await reader.read();
      equal([numberOf(value), value?.byteLength], [at, length]);
    }
    await writer.close();
  }),
  socketTest("WebSocket: messages go on to another thread or pipe as any stream's", async (server) => {
    const socket = webSocket.open(new Peer(server, "/messages", { count: 200 }).url);
    const [one, two] = socket.readable.tee();
    equal(await Promise.all([receive(one), receive(two)]), [
      { numbers: numbers(200), end: "done" },
      { numbers: numbers(200), end: "done" },
    ]);
  }),
];
