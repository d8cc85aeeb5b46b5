import { CutError } from "channel-frames";
import { type EventSocket, type WebSocketMessages, webSocketMessages } from "channel-frames/websocket";
import { numbered } from "../numbered.ts";
import { pause } from "../pause.ts";
import { Parameters } from "./parameters.ts";
import type { Sight } from "./seen.ts";
import { serveConnection } from "./serve_connection.ts";
import { serveProxy } from "./serve_proxy.ts";

type Serve = (messages: WebSocketMessages, parameters: Parameters, sight: Sight) => Promise<void>;

/** What the library can be made to do on the server's side, by path. Whoever has sockets of a server can serve it. */
const served: Readonly<Record<string, Serve>> = {
  /** Sends everything back. */
  async "/served/echo"({ readable, writable }, _, sight) {
    const seeing = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(message, controller) {
        sight.message(message);
        controller.enqueue(message);
      },
    });
    await readable.pipeThrough(seeing).pipeTo(writable);
  },

  /** Sends numbered messages, waits for as many as it is told to, and ends the sequence. */
  async "/served/messages"({ readable, writable }, parameters, sight) {
    const reading = readToEnd(readable, sight);
    const writer = writable.getWriter();
    for (let number = 0; number < parameters.number("count", 5); number++) {
      await writer.write(numbered(number, parameters.number("bytes", 16)));
    }
    while (sight.messages < parameters.number("waits", 0)) await pause(5);
    if (parameters.text("end") === "abort") await writer.abort("enough");
    else if (parameters.text("end") === "close") await writer.close().then(...noting(sight, "wrote"));
    await reading;
  },

  /** Reads everything. */
  async "/served/sink"({ readable }, _, sight) {
    await readToEnd(readable, sight);
  },

  /** Reads nothing before it is over. */
  async "/served/unread"({ readable, closed }, _, sight) {
    await closed;
    await readToEnd(readable, sight);
  },

  "/served/connection": serveConnection,
};

/** Where the paths of a proxy begin. */
const PROXY = "/served/proxy";

/** Whether there is anything to be served at this path. */
export function isServed({ pathname }: URL): boolean {
  return Object.hasOwn(served, pathname) || pathname.startsWith(`${PROXY}/`);
}

/** Serves a socket, in the turn in which it is there. */
export function serveSocket(url: URL, socket: EventSocket, sight: Sight): void {
  const parameters = new Parameters(url);
  const messages = webSocketMessages(socket, {
    maxQueuedBytes: parameters.number("maxQueuedBytes", 2 ** 26),
    onText: () => sight.text(),
  });
  messages.closed.then(({ code, reason }) => sight.note({ close: { code, reason } }));
  if (url.pathname.startsWith(PROXY)) {
    serveProxy(url.pathname.slice(PROXY.length), messages, sight).catch(() => {});
    return;
  }
  // What a connection ends with, its sight tells.
  served[url.pathname]?.(messages, parameters, sight).catch(() => {});
}

async function readToEnd(readable: ReadableStream<Uint8Array>, sight: Sight): Promise<void> {
  const reader = readable.getReader();
  const read = async (): Promise<void> => {
    for (let result = await reader.read(); !result.done; result = await reader.read()) sight.message(result.value);
  };
  await read().then(...noting(sight, "read"));
}

/** The two reactions to how reading or writing came to its end. */
function noting(sight: Sight, what: "read" | "wrote"): [() => void, (reason: unknown) => void] {
  return [() => sight.note({ [what]: "done" }), (reason) => sight.note({ [what]: wordsOf(reason) })];
}

function wordsOf(reason: unknown): string {
  return reason instanceof CutError ? `cut by ${reason.by}` : String(reason);
}
