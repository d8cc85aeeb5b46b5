import { CutError, UnservedError } from "channel-frames";
import { equal, rejected } from "../check.ts";
import { instanceOf } from "../matcher.ts";
import { numbered, numbers } from "../numbered.ts";
import { Peer } from "../peer.ts";
import {
  guards,
  type Make,
  makes,
  openFilled,
  receive,
  receiveFrames,
  type SocketPace,
  socketPaces,
  socketTest,
} from "../sockets.ts";
import type { Test } from "../test.ts";

/** What a close frame may have for a code. */
const cleanEnds = ["1000", "none", "1001", "1003", "1011", "3000", "4000", "4999"];

/** What is no close frame. */
const abruptEnds = ["terminate", "reset", "fin", "mid-frame", "reserved"];

const cut = { rejected: instanceOf(CutError, { by: "carrier", code: "cut" }) };

type Play = (pace: SocketPace, guard: (typeof guards)[number]) => Promise<void>;

/** Does it at every pace, behind every guard. */
async function atEveryPace(play: Play): Promise<void> {
  await Promise.all(guards.flatMap((guard) => socketPaces.map((pace) => play(pace, guard))));
}

function cleanTest(make: Make, end: string): Test {
  return socketTest(`${make.name}: a close frame with the code ${end} is the finish, at every pace`, async (server) => {
    const play: Play = async (pace, guard) => {
      const socket = make.open(new Peer(server, "/messages", { end }).url);
      const { ending, ...received } = await receiveFrames(socket.readable, pace, guard);
      equal(received, { numbers: numbers(5), end: "done" });
      equal(ending, { kind: "finished", frames: 5 });
      const code = end === "none" ? 1005 : Number(end);
      equal(await socket.closed, { code, reason: "", clean: true, by: "peer" });
    };
    await atEveryPace(play);
  });
}

function abruptTest(make: Make, end: string): Test {
  return socketTest(`${make.name}: the end "${end}" is a cut after all messages, at every pace`, async (server) => {
    const play: Play = async (pace, guard) => {
      const socket = await openFilled(make, new Peer(server, "/messages", { end, waits: 1 }));
      // Firefox may lose what has not been delivered by then.
      socket.writable
        .getWriter()
        .write(numbered(0))
        .catch(() => {});
      const { ending, ...received } = await receiveFrames(socket.readable, pace, guard);
      equal(received, { numbers: numbers(5), end: cut });
      equal(ending, { kind: "cut", frames: 5, reason: cut.rejected });
      const { clean, by } = await socket.closed;
      equal([clean, by], [false, "peer"]);
    };
    await atEveryPace(play);
  });
}

function suddenTest(make: Make, end: string): Test {
  return socketTest(`${make.name}: the end "${end}" in the packet of the messages is a cut, too`, async (server) => {
    const play: Play = async (pace, guard) => {
      const socket = make.open(new Peer(server, "/messages", { end }).url);
      const { ending, ...received } = await receiveFrames(socket.readable, pace, guard);
      equal(received, { numbers: numbers(received.numbers.length), end: cut });
      equal(ending, { kind: "cut", frames: received.numbers.length, reason: cut.rejected });
    };
    await atEveryPace(play);
  });
}

/** Checks that a connection that never came to be is told by everything there is. */
async function neverOpened(make: Make, url: string): Promise<void> {
  const socket = make.open(url);
  const write = rejected(socket.writable.getWriter().write(Uint8Array.of(0)));
  const { ending, ...received } = await receiveFrames(socket.readable);
  equal(received, { numbers: [], end: cut });
  equal(ending, { kind: "cut", frames: 0, reason: cut.rejected });
  equal(await rejected(socket.opened), cut.rejected);
  equal(await write, cut.rejected);
  const { clean, by } = await socket.closed;
  equal([clean, by], [false, "peer"]);
}

/** Every way in which a peer may end. */
export const webSocketEndTests: readonly Test[] = makes.flatMap((make) => [
  ...cleanEnds.map((end) => cleanTest(make, end)),
  ...abruptEnds.map((end) => abruptTest(make, end)),
  ...abruptEnds.map((end) => suddenTest(make, end)),
  socketTest(`${make.name}: a close frame with no message before it is not served`, async (server) => {
    const socket = make.open(new Peer(server, "/messages", { count: 0 }).url);
    const { ending, ...received } = await receiveFrames(socket.readable);
    equal(received, { numbers: [], end: { rejected: instanceOf(UnservedError) } });
    equal(ending, { kind: "unserved", frames: 0 });
  }),
  socketTest(`${make.name}: an abrupt end with no message before it is a cut, not unserved`, async (server) => {
    const socket = make.open(new Peer(server, "/messages", { count: 0, end: "terminate" }).url);
    equal((await receiveFrames(socket.readable)).ending, { kind: "cut", frames: 0, reason: cut.rejected });
  }),
  socketTest(`${make.name}: the code 4006 says that it is not complete`, async (server) => {
    const socket = make.open(new Peer(server, "/messages", { end: 4006, reason: "lost" }).url);
    const end = { rejected: instanceOf(CutError, { by: "carrier", closeCode: 4006, reason: "lost" }) };
    equal(await receive(socket.readable), { numbers: numbers(5), end });
    equal(await socket.closed, { code: 4006, reason: "lost", clean: true, by: "peer" });
  }),
  socketTest(`${make.name}: isFinish decides what a finish is`, async (server) => {
    const isFinish = ({ code }: { readonly code: number | undefined }): boolean => code === 1000;
    for (const [end, expected] of [
      ["1000", "done"],
      ["1001", { rejected: instanceOf(CutError, { closeCode: 1001 }) }],
    ] as const) {
      const socket = make.open(new Peer(server, "/messages", { end }).url, { isFinish });
      equal(await receive(socket.readable), { numbers: numbers(5), end: expected });
    }
  }),
  socketTest(`${make.name}: a reason of 123 bytes arrives whole`, async (server) => {
    const reason = `${"é".repeat(61)}.`;
    const socket = make.open(new Peer(server, "/messages", { end: 4321, reason }).url);
    equal((await socket.closed).reason, reason);
  }),
  socketTest(`${make.name}: an upgrade that is refused is a cut, in bounded time`, async (server) => {
    await neverOpened(make, new Peer(server, "/refuse").url);
  }),
  socketTest(`${make.name}: a path that is not there is a cut`, async (server) => {
    await neverOpened(make, new Peer(server, "/nowhere").url);
  }),
  socketTest(`${make.name}: a port where nobody listens is a cut`, async () => {
    await neverOpened(make, "ws://127.0.0.1:64999/");
  }),
]);
