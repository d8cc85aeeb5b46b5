// Runs in a process of its own: sockets that fail while nobody looks. Nothing here awaits or catches what is not its
// business, so whatever the library leaves unhandled ends the process.
import { connect, webSocketMessages } from "channel-frames/websocket";
import { WebSocket, WebSocketServer } from "ws";
import { pause, turn } from "../support/pause.ts";
import { FakeSocket } from "./support/fake_socket.ts";
import { FakeStreamSocket } from "./support/fake_stream_socket.ts";
import { PausableSocket } from "./support/pausable_socket.ts";
import { portOf } from "./support/port_of.ts";

for (const event of ["unhandledRejection", "uncaughtException"]) {
  process.on(event, (reason) => {
    console.error("unhandled:", reason);
    process.exit(1);
  });
}

if (process.argv.includes("--fail")) Promise.reject(new Error("on purpose"));

const reasons = [undefined, null, "x", new Error("broken")];
const settings = { closeTimeout: 5, maxQueuedMessages: 2 };
let sockets = 0;

async function begun(): Promise<void> {
  sockets++;
  await turn();
}

for (const make of [() => new FakeSocket(), () => FakeSocket.opened(), () => PausableSocket.opened()]) {
  for (const reason of reasons) {
    // The socket ends, with and without an error, messages, and somebody who has asked for the readable.
    for (const end of [
      { code: 1000, wasClean: true },
      { code: 1006, wasClean: false },
    ]) {
      for (const touch of [false, true]) {
        const ending = make();
        const near = webSocketMessages(ending, settings);
        if (touch) near.readable.getReader();
        for (let number = 0; number < 4; number++) ending.message(Uint8Array.of(number));
        ending.error({ error: reason });
        ending.end(end);
        await begun();
      }
    }

    // An error, and no more.
    const failing = make();
    webSocketMessages(failing, settings);
    failing.error({ error: reason });
    await begun();

    // A signal, early and late, and both when the socket has ended.
    webSocketMessages(make(), { ...settings, signal: AbortSignal.abort(reason) });
    const abort = new AbortController();
    webSocketMessages(make(), { ...settings, signal: abort.signal });
    const ended = make();
    webSocketMessages(ended, { ...settings, signal: abort.signal });
    ended.end({ code: 1000 });
    abort.abort(reason);
    await begun();

    // The reader leaves, or the writer; and that is all they do.
    webSocketMessages(make(), settings).readable.cancel(reason);
    const aborted = webSocketMessages(make(), settings).writable;
    aborted.abort(reason).catch(() => {});
    await begun();

    // A policy that throws, data that is none, and blobs that cannot be read.
    const isFinish = (): never => {
      throw reason;
    };
    const judged = make();
    webSocketMessages(judged, { ...settings, isFinish });
    judged.end({ code: 1000 });
    const spoilt = make();
    webSocketMessages(spoilt, settings);
    spoilt.message(reason ?? 5);
    const unread = make();
    webSocketMessages(unread, { ...settings, isFinish });
    unread.message({ arrayBuffer: () => Promise.reject(reason) });
    unread.message(Uint8Array.of(1));
    unread.end({ code: 1000 });
    await begun();

    const streamed = new FakeStreamSocket();
    webSocketMessages(streamed, settings);
    streamed.fail(reason);
    const dying = new FakeStreamSocket();
    webSocketMessages(dying, settings);
    dying.open().message(5);
    dying.fail(reason);
    await begun();
  }

  // A writer that looks after its own promises, as it must, and sockets that send nothing.
  const mute = make();
  mute.send = () => {
    throw new Error("broken");
  };
  const writer = webSocketMessages(mute, settings).writable.getWriter();
  writer.write(Uint8Array.of(1)).catch(() => {});
  writer.closed.catch(() => {});
  await turn();
  mute.open();
  const closing = webSocketMessages(make(), settings).writable;
  closing.close().catch(() => {});
  await begun();
}

// Real ones: refused; ended in every way; and opened only to be left.
connect("ws://127.0.0.1:1", { WebSocket });
await begun();
const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket, { url }) => {
  const near = webSocketMessages(socket, settings);
  socket.send("text");
  for (let number = 0; number < 4; number++) socket.send(Uint8Array.of(number));
  if (url === "/close") socket.close(1011);
  if (url === "/die") socket.terminate();
  if (url === "/cancel") near.readable.cancel(new Error("broken"));
});
await new Promise((resolve) => server.once("listening", resolve));
for (const path of ["/close", "/die", "/cancel", "/stay"]) {
  const url = `ws://127.0.0.1:${portOf(server)}${path}`;
  connect(url, { WebSocket, ...settings });
  connect(url, { WebSocket, ...settings }).readable.cancel("x");
  connect(url, { WebSocket, ...settings, signal: AbortSignal.timeout(5) });
  const { writable } = connect(url, { WebSocket, ...settings });
  const writer = writable.getWriter();
  writer.write(new Uint8Array(1000)).catch(() => {});
  writer.abort().catch(() => {});
  await begun();
}
// Longer than everything that is waited for.
await pause(400);
for (const socket of server.clients) socket.terminate();
server.close();

console.log(`${sockets} sockets`);
