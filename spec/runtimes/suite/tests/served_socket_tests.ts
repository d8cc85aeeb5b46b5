import { CutError } from "channel-frames";
import { equal, rejected } from "../check.ts";
import { instanceOf } from "../matcher.ts";
import { numbered, numbers } from "../numbered.ts";
import { Peer } from "../peer.ts";
import { needsWebSocket } from "../platform.ts";
import { receiveFrames, serverOf, socketTimeLimit, webSocket } from "../sockets.ts";
import type { SuiteOptions } from "../suite_options.ts";
import { skip, type Test, test } from "../test.ts";

/** A server that uses the library on its side. */
export interface Host {
  readonly name: string;
  urlOf(options: SuiteOptions): string;
}

/** One by the `ws` package, and one by the sockets that this runtime itself gives to servers. */
export const hosts: readonly Host[] = [
  { name: "a server by ws", urlOf: serverOf },
  {
    name: "a server of this runtime",
    urlOf: ({ ownServerUrl }) =>
      ownServerUrl ?? skip("servers of this runtime have no sockets by the standard's interface"),
  },
];

/** The library on the server's side, as the other end sees it. */
export const servedSocketTests: readonly Test[] = hosts.flatMap(({ name, urlOf }) => {
  const served = (what: string, run: (server: string) => Promise<void>): Test =>
    test(
      `In ${name}, ${what}`,
      (options) => {
        needsWebSocket();
        return run(urlOf(options));
      },
      socketTimeLimit,
    );
  return [
    served("messages and a close are a finish here, and seen as clean there", async (server) => {
      const peer = new Peer(server, "/served/messages", { count: 50, end: "close" });
      const socket = webSocket.open(peer.url);
      const { ending, ...received } = await receiveFrames(socket.readable);
      equal(received, { numbers: numbers(50), end: "done" });
      equal(ending, { kind: "finished", frames: 50 });
      equal(await socket.closed, { code: 1000, reason: "", clean: true, by: "peer" });
      const { close, read, wrote } = await peer.until((seen) => seen.read !== undefined && seen.wrote !== undefined);
      equal([close?.code, read, wrote], [1000, "cut by local", "done"]);
    }),
    served("messages and an abort are a cut here", async (server) => {
      const peer = new Peer(server, "/served/messages", { end: "abort", waits: 1 });
      const socket = webSocket.open(peer.url);
      const reader = socket.readable.getReader();
      for (const number of numbers(5)) equal((await reader.read()).value, numbered(number));
      socket.writable
        .getWriter()
        .write(numbered(0))
        .catch(() => {});
      equal(await rejected(reader.read()), instanceOf(CutError, { by: "carrier" }));
      equal((await peer.until((seen) => seen.read !== undefined)).read, "cut by local");
    }),
    served("what is written here is read there, and a close is a finish", async (server) => {
      const peer = new Peer(server, "/served/sink");
      const socket = webSocket.open(peer.url);
      const writer = socket.writable.getWriter();
      for (const number of numbers(200)) await writer.write(numbered(number, 1000));
      await writer.close();
      const { messages, inOrder, read } = await peer.until((seen) => seen.read !== undefined);
      equal([messages, inOrder, read], [200, true, "done"]);
    }),
    served("an abort here is a cut there", async (server) => {
      const peer = new Peer(server, "/served/sink");
      const socket = webSocket.open(peer.url);
      const writer = socket.writable.getWriter();
      for (const number of numbers(5)) await writer.write(numbered(number));
      await peer.until((seen) => seen.messages === 5);
      await writer.abort("enough");
      const { messages, read } = await peer.until((seen) => seen.read !== undefined);
      equal([messages, read], [5, "cut by carrier"]);
    }),
    served("an echo brings everything back in order", async (server) => {
      const socket = webSocket.open(new Peer(server, "/served/echo").url);
      const writer = socket.writable.getWriter();
      const reader = socket.readable.getReader();
      const writing = (async () => {
        for (const number of numbers(300)) await writer.write(numbered(number, 2000));
      })();
      for (const number of numbers(300)) equal((await reader.read()).value, numbered(number, 2000));
      await writing;
      await writer.close();
    }),
    served("text is ignored there", async (server) => {
      needsWebSocket();
      const peer = new Peer(server, "/served/sink");
      const raw = new WebSocket(peer.url);
      await new Promise((resolve) => {
        raw.onopen = resolve;
      });
      raw.send("hi");
      raw.send(numbered(0));
      raw.close(1000);
      const { messages, texts, read } = await peer.until((seen) => seen.read !== undefined);
      equal([messages, texts, read], [1, 1, "done"]);
    }),
  ];
});
