import type { WebSocket } from "ws";
import { numbered } from "../../suite/numbered.ts";
import { pause } from "../../suite/pause.ts";
import type { Behaviour, Visit } from "./visit.ts";

/** What the server does, by path. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  /**
   * Sends numbered messages and a text that says that they are sent, waits for so long and for so many messages, and
   * comes to one of the ends below.
   */
  async "/messages"(visit) {
    const { parameters } = visit;
    const socket = acceptSeeing(visit);
    sendNumbered(socket, visit);
    socket.send("sent");
    await pause(parameters.number("pause", 0));
    while (visit.sight.messages < parameters.number("waits", 0)) await pause(5);
    const end = parameters.text("end", "1000");
    const abrupt = ends[end];
    if (abrupt) abrupt(visit);
    else if (end === "none") socket.close();
    else socket.close(Number(end), parameters.text("reason"));
  },

  /** All that it has to say in one packet: the answer to the upgrade, messages, and the close frame. */
  "/burst"(visit) {
    visit.wire.cork();
    const socket = acceptSeeing(visit);
    sendNumbered(socket, visit);
    socket.close(1000);
    visit.wire.uncork();
  },

  /** Binary messages with text between them. */
  "/texts"(visit) {
    const socket = acceptSeeing(visit);
    for (const data of [Uint8Array.of(1, 0), "hi", Uint8Array.of(1, 1), new Uint8Array(), "", Uint8Array.of(1, 2)]) {
      socket.send(data);
    }
    socket.close(1000);
  },

  /** A message in three frames, with pings between them. */
  "/fragments"(visit) {
    const socket = acceptSeeing(visit);
    const message = numbered(0, 999);
    for (const from of [0, 333, 666]) {
      socket.send(message.subarray(from, from + 333), { binary: true, fin: from === 666 });
      socket.ping("still there?");
    }
    socket.close(1000);
  },

  /** Does not want a WebSocket. */
  "/refuse"({ wire, sight }) {
    wire.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    sight.note({ close: { code: undefined, reason: "refused" } });
  },

  /** Lets the upgrade wait for ever. */
  "/ignore"({ wire, sight }) {
    sight.note({ asked: true });
    wire.resume();
    wire.on("end", () => wire.end());
  },

  /** Sends everything back. */
  "/echo"(visit) {
    const socket = acceptSeeing(visit);
    socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
  },

  /** Reads, and never answers a close frame. */
  "/hold"(visit) {
    const socket = acceptSeeing(visit);
    // The answer goes by this.
    socket.close = () => {};
    sendNumbered(socket, visit);
  },

  /** Sends as fast as it is read, and then waits to be closed, or closes. */
  async "/flood"(visit) {
    const { parameters } = visit;
    const socket = acceptSeeing(visit);
    let sent = 0;
    while (socket.readyState === socket.OPEN && sent < parameters.number("count", 5)) {
      const message = numbered(sent++, parameters.number("bytes", 16));
      await new Promise<void>((resolve) => socket.send(message, () => resolve()));
      // What the system takes at once leaves no time to hear the client.
      await new Promise((resolve) => setImmediate(resolve));
      visit.sight.note({ sent });
    }
    if (parameters.text("end") !== "stay") socket.close(1000);
  },

  /** Reads nothing for so long, or ever. */
  async "/slow-sink"(visit) {
    const { parameters } = visit;
    const socket = acceptSeeing(visit);
    socket.pause();
    const hold = parameters.number("hold", Number.POSITIVE_INFINITY);
    if (hold === Number.POSITIVE_INFINITY) return;
    await pause(hold);
    socket.resume();
  },
};

/** The ends that no WebSocket would come to. */
const ends: Readonly<Record<string, (visit: Visit) => void>> = {
  terminate: ({ wire }) => void wire.destroy(),
  reset: ({ wire }) => void wire.resetAndDestroy(),
  fin: ({ wire }) => void wire.end(),
  // The header of a binary message of 16 bytes, and 7 of them.
  "mid-frame": ({ wire }) => void wire.end(Uint8Array.of(0x82, 16, 0, 0, 0, 0, 9, 9, 9)),
  // A whole frame of the opcode 3, which has no meaning.
  reserved: ({ wire }) => void wire.write(Uint8Array.of(0x83, 2, 7, 7)),
  stay: () => {},
};

/** Answers the upgrade, and keeps what the client sends. */
function acceptSeeing({ accept, sight }: Visit): WebSocket {
  const socket = accept();
  socket.on("message", (data, isBinary) => {
    // Not in fragments: nothing has asked for them.
    if (isBinary && Buffer.isBuffer(data)) sight.message(data);
    else sight.text();
  });
  socket.on("close", (code, reason) => sight.note({ close: { code, reason: String(reason) } }));
  return socket;
}

function sendNumbered(socket: WebSocket, { parameters }: Visit): void {
  const count = parameters.number("count", 5);
  for (let number = 0; number < count; number++) socket.send(numbered(number, parameters.number("bytes", 16)));
}
