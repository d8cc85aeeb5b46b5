import { CutError } from "channel-frames";
import type { WebSocketMessages } from "channel-frames/websocket";
import { equal, ok, rejected } from "../check.ts";
import { fateOf, watch } from "../fate.ts";
import { inMemory } from "../in_memory.ts";
import { instanceOf } from "../matcher.ts";
import { numbered, numbers } from "../numbered.ts";
import { pause } from "../pause.ts";
import { Peer } from "../peer.ts";
import { needsBufferedAmount } from "../platform.ts";
import { readAll } from "../read_all.ts";
import type { Seen } from "../served/seen.ts";
import { type Make, makes, openFilled, receive, socketTest, webSocket } from "../sockets.ts";
import type { Test } from "../test.ts";

/** What this side's own end makes of its readable. */
const localCut = { rejected: instanceOf(CutError, { by: "local" }) };

/** What a peer sees of a connection that is broken off: no close frame, or the code that stands for that. */
function brokenOff({ close }: Seen): void {
  ok(close?.code === 4006 || close?.code === 1006, `The peer saw the code ${close?.code}`);
}

/** Writes messages one after the other, each when there is room. */
async function writeNumbered({ writable }: WebSocketMessages, count: number, bytes?: number): Promise<void> {
  const writer = writable.getWriter();
  for (let number = 0; number < count; number++) await writer.write(numbered(number, bytes));
  writer.releaseLock();
}

const mebibyte = 2 ** 20;

function viewTest(
  make: Make,
  name: string,
  of: (bytes: Uint8Array<ArrayBuffer>) => ArrayBuffer | ArrayBufferView,
): Test {
  return socketTest(`${make.name}: ${name} is sent as exactly its bytes`, async (server) => {
    const socket = make.open(new Peer(server, "/echo").url);
    const writer = socket.writable.getWriter();
    const reader = socket.readable.getReader();
    await writer.write(of(Uint8Array.of(1, 2, 3, 4, 5, 6)));
    equal((await reader.read()).value, Uint8Array.of(3, 4, 5, 6));
    await writer.abort();
  });
}

/** What goes out over a socket, and how this side ends. */
export const webSocketWriteTests: readonly Test[] = [
  ...makes.flatMap((make) => {
    const of = (what: string): string => `${make.name}: ${what}`;
    return [
      socketTest(of("what is written before it is open is sent when it is"), async (server) => {
        await make.needsClose(server);
        const peer = new Peer(server, "/messages", { count: 0, end: "stay" });
        const socket = make.open(peer.url);
        const writer = socket.writable.getWriter();
        const opened = watch(socket.opened);
        await Promise.all([writer.write(numbered(0)), writer.write(numbered(1)), writer.close()]);
        equal(opened(), "fulfilled");
        const { messages, inOrder, close } = await peer.ended();
        equal([messages, inOrder, close], [2, true, { code: 1000, reason: "" }]);
      }),
      socketTest(of("2000 messages are sent in order, and a close after them"), async (server) => {
        await make.needsClose(server);
        const peer = new Peer(server, "/messages", { count: 0, end: "stay" });
        const socket = make.open(peer.url);
        await writeNumbered(socket, 2000, 100);
        await socket.writable.close();
        const { messages, bytes, inOrder, close } = await peer.ended();
        equal([messages, bytes, inOrder, close?.code], [2000, 200_000, true, 1000]);
      }),
      socketTest(of("writes that nobody waited for are sent in order"), async (server) => {
        await make.needsClose(server);
        const peer = new Peer(server, "/messages", { count: 0, end: "stay" });
        const writer = make.open(peer.url).writable.getWriter();
        for (const number of numbers(500)) writer.write(numbered(number, 50)).catch(() => {});
        await writer.close();
        const { messages, inOrder } = await peer.ended();
        equal([messages, inOrder], [500, true]);
      }),
      viewTest(make, "a subarray", (bytes) => bytes.subarray(2)),
      viewTest(make, "a DataView", ({ buffer }) => new DataView(buffer, 2)),
      viewTest(make, "a Uint16Array", ({ buffer }) => new Uint16Array(buffer, 2)),
      viewTest(make, "an ArrayBuffer", (bytes) => bytes.slice(2).buffer),
      viewTest(make, "a view on shared memory", (bytes) => inMemory("SharedArrayBuffer", bytes).subarray(2)),
      viewTest(make, "a view on memory that can be resized", (bytes) => inMemory("resizable", bytes).subarray(2)),
      socketTest(of("an empty message is sent"), async (server) => {
        const socket = make.open(new Peer(server, "/echo").url);
        const writer = socket.writable.getWriter();
        await writer.write(new Uint8Array());
        equal((await socket.readable.getReader().read()).value, new Uint8Array());
        await writer.abort();
      }),
      socketTest(of("what is no bytes is refused, and breaks it off"), async (server) => {
        const peer = new Peer(server, "/messages", { end: "stay" });
        const socket = make.open(peer.url);
        await socket.opened;
        const writer = socket.writable.getWriter();
        equal(await rejected(writer.write("text" as never)), instanceOf(TypeError));
        brokenOff(await peer.ended());
        equal((await receive(socket.readable)).end, localCut);
      }),
      socketTest(of("close() makes the closing handshake, and the own readable a cut"), async (server) => {
        await make.needsClose(server);
        const peer = new Peer(server, "/messages", { end: "stay" });
        const socket = await openFilled(make, peer);
        equal(await fateOf(socket.writable.close()), "fulfilled");
        equal((await peer.ended()).close, { code: 1000, reason: "" });
        equal(await socket.closed, { code: 1000, reason: "", clean: true, by: "local" });
        // What had come is there.
        equal(await receive(socket.readable), { numbers: numbers(5), end: localCut });
      }),
      socketTest(of("close() against a peer that never answers gives up in time"), async (server) => {
        const peer = new Peer(server, "/hold", { count: 1 });
        const socket = make.open(peer.url, { closeTimeout: 150 });
        await socket.opened;
        const reading = receive(socket.readable);
        await pause(30);
        const start = Date.now();
        equal(await rejected(socket.writable.close()), instanceOf(CutError));
        const waited = Date.now() - start;
        ok(waited >= 100 && waited < 1500, `It waited ${waited} ms`);
        equal(await reading, { numbers: [0], end: localCut });
        const { clean, by } = await socket.closed;
        equal([clean, by], [false, "local"]);
      }),
      socketTest(
        of("close() of what the peer has closed is refused, as the peer may not have it all"),
        async (server) => {
          const socket = make.open(new Peer(server, "/messages", { end: "1000" }).url);
          const writer = socket.writable.getWriter();
          await receive(socket.readable);
          equal(await rejected(writer.write(numbered(0))), instanceOf(CutError));
          equal(await rejected(writer.closed), instanceOf(CutError));
        },
      ),
      socketTest(of("a peer that dies while it is written to is a cut"), async (server) => {
        const socket = make.open(new Peer(server, "/messages", { end: "terminate", pause: 60 }).url);
        const writer = socket.writable.getWriter();
        await socket.opened;
        const write = async (): Promise<void> => {
          for (;;) {
            await writer.write(numbered(0));
            await pause(5);
          }
        };
        equal(await rejected(write()), instanceOf(CutError, { by: "carrier" }));
        equal((await receive(socket.readable)).end, { rejected: instanceOf(CutError, { by: "carrier" }) });
      }),
      ...[undefined, "lost my source", new Error("broken")].map((reason) =>
        socketTest(of(`abort(${reason}) of the writable tells the peer that it is not complete`), async (server) => {
          const peer = new Peer(server, "/messages", { end: "stay" });
          const socket = await openFilled(make, peer);
          const writer = socket.writable.getWriter();
          await writer.write(numbered(0));
          const reading = receive(socket.readable);
          equal(await fateOf(writer.abort(reason)), "fulfilled");
          brokenOff(await peer.ended());
          equal(await reading, { numbers: numbers(5), end: localCut });
          equal((await socket.closed).by, "local");
        }),
      ),
      socketTest(of("abort() before it is open gives it up"), async (server) => {
        await make.needsClose(server);
        const peer = new Peer(server, "/ignore");
        const socket = make.open(peer.url);
        const writer = socket.writable.getWriter();
        writer.write(numbered(0)).catch(() => {});
        await peer.until(({ asked }) => asked === true);
        equal(await fateOf(writer.abort("enough")), "fulfilled");
        equal(await rejected(socket.opened), instanceOf(CutError, { by: "local" }));
        equal((await receive(socket.readable)).end, localCut);
        equal((await socket.closed).by, "local");
      }),
      socketTest(of("cancel() with a long reason closes it with as much of that as fits"), async (server) => {
        const peer = new Peer(server, "/messages", { end: "stay" });
        const socket = make.open(peer.url);
        await socket.opened;
        equal(await fateOf(socket.readable.cancel("é".repeat(100))), "fulfilled");
        equal((await peer.ended()).close, { code: 1000, reason: "é".repeat(61) });
        const writer = socket.writable.getWriter();
        equal(await rejected(writer.write(numbered(0))), instanceOf(CutError, { by: "local" }));
      }),
      socketTest(of("cancel() with an Error breaks it off"), async (server) => {
        const peer = new Peer(server, "/messages", { end: "stay" });
        const socket = make.open(peer.url);
        await socket.opened;
        await socket.readable.cancel(new Error("The reader has failed"));
        brokenOff(await peer.ended());
      }),
      socketTest(of("cancel() before it is open gives it up"), async (server) => {
        await make.needsClose(server);
        const peer = new Peer(server, "/ignore");
        const socket = make.open(peer.url);
        await peer.until(({ asked }) => asked === true);
        await socket.readable.cancel("no need");
        equal(await rejected(socket.opened), instanceOf(CutError, { by: "local" }));
        equal((await socket.closed).by, "local");
      }),
      socketTest(of("a signal breaks it off, both sides with its reason"), async (server) => {
        const peer = new Peer(server, "/messages", { end: "stay" });
        const controller = new AbortController();
        const socket = await openFilled(make, peer, { signal: controller.signal });
        const reason = new Error("stop");
        controller.abort(reason);
        equal(await readAll(socket.readable), { values: [], end: { rejected: reason } });
        equal(await rejected(socket.writable.getWriter().closed), reason);
        brokenOff(await peer.ended());
        equal((await socket.closed).by, "local");
      }),
      socketTest(of("a signal that is aborted already leaves nothing to open"), async (server) => {
        const socket = make.open(new Peer(server, "/messages").url, { signal: AbortSignal.abort("never") });
        equal(await readAll(socket.readable), { values: [], end: { rejected: "never" } });
        equal(await rejected(socket.opened), instanceOf(CutError, { by: "local" }));
        // Firefox may have opened it by then, and closes it in order.
        equal((await socket.closed).by, "local");
      }),
      socketTest(of("64 MiB wait for a peer that does not read, and then arrive"), async (server) => {
        if (make === webSocket) await needsBufferedAmount(`${server}/slow-sink`);
        const peer = new Peer(server, "/slow-sink", { hold: 500 });
        const socket = make.open(peer.url);
        await socket.opened;
        const writer = socket.writable.getWriter();
        let written = 0;
        const writing = (async () => {
          for (; written < 64; written++) {
            await writer.ready;
            writer.write(numbered(written, mebibyte)).catch(() => {});
          }
        })();
        await pause(150);
        // What was taken is what the two systems hold between them, which in WebKit may be half of it.
        ok(written < 64, "All was taken while nobody read");
        await writing;
        await writer.close().catch(() => {});
        const { messages, inOrder, close } = await peer.ended();
        equal([messages, inOrder, close?.code], [64, true, 1000]);
      }),
    ];
  }),
];
