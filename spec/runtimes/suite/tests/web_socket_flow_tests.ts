import { CutError } from "channel-frames";
import { equal, ok, rejected } from "../check.ts";
import { instanceOf } from "../matcher.ts";
import { numbered, numbers } from "../numbered.ts";
import { pause } from "../pause.ts";
import { Peer } from "../peer.ts";
import { type Make, makes, type Received, receive, type SocketPace, socketTest, webSocket } from "../sockets.ts";
import { skip, type Test } from "../test.ts";

/** Messages at once, and a close frame behind them. */
interface Burst {
  readonly count: number;
  readonly bytes: number;
}

const bursts: readonly Burst[] = [
  { count: 10, bytes: 16 },
  { count: 10, bytes: 500 },
  { count: 300, bytes: 500 },
  { count: 2000, bytes: 16 },
  { count: 40, bytes: 65_536 },
  { count: 5, bytes: 1_000_000 },
];

/**
 * All messages and the finish. Where a platform drops what was not read when the close frame came, and says nothing of
 * it, it may be a cut at any place: but there never are messages missing before a finish.
 */
function complete({ mayDrop }: Make, { numbers: received, end }: Received, count: number): void {
  if (mayDrop && end !== "done") {
    equal(received, numbers(received.length));
    equal(end, { rejected: instanceOf(CutError, { by: "carrier" }) });
  } else {
    equal(received, numbers(count));
    equal(end, "done");
  }
}

/** Readers that are slower than the network, and what comes of it. */
export const webSocketFlowTests: readonly Test[] = [
  ...makes.flatMap((make) => [
    ...bursts.map((burst) =>
      socketTest(`${make.name}: ${burst.count} messages of ${burst.bytes} bytes and a close`, async (server) => {
        const play = async (pace: SocketPace, highWaterMark: number): Promise<void> => {
          const peer = new Peer(server, "/messages", { ...burst, end: "1000" });
          const socket = make.open(peer.url, { highWaterMark });
          complete(make, await receive(socket.readable, pace), burst.count);
        };
        // Where it is paused, the reader may be anywhere when the close frame comes.
        const marks = make.canPause() ? [2 ** 18, 1000, 0] : [2 ** 18];
        const slow = make.canPause() && burst.count <= 40 ? [1, 2, 3, 5, 8].map((each) => ({ first: 0, each })) : [];
        const paces = [{ first: 0, each: 0 }, { first: 150, each: 0 }, ...slow];
        for (const mark of marks) await Promise.all(paces.map((pace) => play(pace, mark)));
      }),
    ),
    socketTest(`${make.name}: what fits the queue is all there for a slow reader, and done`, async (server) => {
      const socket = make.open(new Peer(server, "/messages", { count: 100, bytes: 1000 }).url);
      equal(await receive(socket.readable, { first: 100, each: 2 }), { numbers: numbers(100), end: "done" });
    }),
    socketTest(`${make.name}: a pause that is long over does no harm to the finish`, async (server) => {
      const peer = new Peer(server, "/messages", { count: 20, bytes: 1000, pause: 300, end: "1000" });
      const socket = make.open(peer.url, { highWaterMark: 0 });
      equal(await receive(socket.readable), { numbers: numbers(20), end: "done" });
    }),
    socketTest(`${make.name}: a pause does no harm to a close of one's own`, async (server) => {
      await make.needsClose(server);
      const peer = new Peer(server, "/messages", { count: 20, bytes: 1000, end: "stay" });
      const socket = make.open(peer.url, { highWaterMark: 0 });
      await socket.opened;
      await pause(50);
      await socket.writable.close();
      const { clean, by } = await socket.closed;
      equal([clean, by], [true, "local"]);
      equal((await peer.ended()).close?.code, 1000);
    }),
    socketTest(`${make.name}: a peer has to wait for a reader that takes nothing`, async (server) => {
      if (!make.canPause()) skip(`a ${make.name} cannot be paused here`);
      const count = 400;
      const peer = new Peer(server, "/flood", { bytes: 65_536, count });
      const socket = make.open(peer.url);
      await socket.opened;
      let before = -1;
      for (let sent = 0; sent > before; await pause(150)) {
        before = sent;
        sent = (await peer.seen()).sent ?? 0;
      }
      ok(before < count, "It never had to wait");
      complete(make, await receive(socket.readable), count);
    }),
    socketTest(`${make.name}: a peer that dies while it waits is a cut after what had come`, async (server) => {
      if (!make.canPause()) skip(`a ${make.name} cannot be paused here`);
      const peer = new Peer(server, "/messages", { count: 40, bytes: 65_536, end: "terminate", pause: 100 });
      const socket = make.open(peer.url);
      const { numbers: received, end } = await receive(socket.readable, { first: 250, each: 0 });
      equal(received, numbers(received.length));
      equal(end, { rejected: instanceOf(CutError, { by: "carrier" }) });
    }),
  ]),
  socketTest(
    "WebSocket: a flood that nobody reads is stopped with 4009, and what was queued is read",
    async (server) => {
      if (webSocket.canPause()) skip("a WebSocket can be paused here");
      const peer = new Peer(server, "/flood", { bytes: 16_384, count: 500, end: "stay" });
      const socket = webSocket.open(peer.url, { maxQueuedBytes: 2 ** 18 });
      equal((await socket.closed).by, "local");
      equal((await peer.ended()).close, { code: 4009, reason: "reading too slowly" });
      const end = { rejected: instanceOf(CutError, { by: "overrun" }) };
      equal(await receive(socket.readable), { numbers: numbers(16), end });
      equal(await rejected(socket.writable.getWriter().closed), instanceOf(CutError, { by: "local" }));
    },
  ),
  socketTest("WebSocket: a flood of small messages is stopped by their number", async (server) => {
    if (webSocket.canPause()) skip("a WebSocket can be paused here");
    const peer = new Peer(server, "/flood", { bytes: 16, count: 5000, end: "stay" });
    const socket = webSocket.open(peer.url, { maxQueuedMessages: 100 });
    equal((await socket.closed).by, "local");
    equal((await peer.ended()).close?.code, 4009);
    const end = { rejected: instanceOf(CutError, { by: "overrun" }) };
    equal(await receive(socket.readable), { numbers: numbers(100), end });
  }),
  socketTest("WebSocket: a flood that is read in time is not stopped", async (server) => {
    const peer = new Peer(server, "/flood", { bytes: 16_384, count: 500 });
    const socket = webSocket.open(peer.url, { maxQueuedBytes: 2 ** 20 });
    const reader = socket.readable.getReader();
    for (const number of numbers(10)) equal((await reader.read()).value, numbered(number, 16_384));
    reader.releaseLock();
    const { numbers: rest, end } = await receive(socket.readable);
    equal([rest, end], [numbers(490, 10), "done"]);
  }),
];
