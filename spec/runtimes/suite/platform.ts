import type { StreamSocket } from "channel-frames/websocket";
import { pause } from "./pause.ts";
import { rejections } from "./rejections.ts";
import { stubborn } from "./stubborn.ts";
import { skip } from "./test.ts";
import { turn } from "./turn.ts";

// What the platform by itself can do, tried out where the suite runs. No stage of the library has a part in it.

/** Tries a thing out once, however many ask. */
function once<T>(probe: (of: T) => Promise<boolean>): (of: T) => Promise<boolean> {
  const known = new Map<T, Promise<boolean>>();
  return (of) => {
    const answer = known.get(of) ?? probe(of);
    known.set(of, answer);
    return answer;
  };
}

const pipeSignalWorks = once(async (_: "idle") => {
  const abort = new AbortController();
  const piped = new ReadableStream().pipeTo(new WritableStream(), { signal: abort.signal });
  const settled = piped.catch(() => "settled");
  await turn();
  abort.abort("stop");
  return (await Promise.race([settled, pause(50)])) === "settled";
});

const movesWithoutRoom = once(async (readable: number) => {
  const stage = new TransformStream(undefined, { highWaterMark: 0 }, { highWaterMark: readable });
  const source = new ReadableStream({
    start(controller) {
      controller.enqueue("chunk");
    },
  });
  const reader = source.pipeThrough(stage).getReader();
  return (await Promise.race([reader.read(), pause(50)])) !== undefined;
});

const pipesAreQuiet = once(async (_: "stubborn") => {
  const before = rejections.seen.length;
  await stubborn("stubborn")
    .pipeThrough(new TransformStream())
    .cancel("enough")
    .catch(() => {});
  await turn();
  await pause(5);
  return rejections.seen.splice(before).length === 0;
});

const pipesBreakQuietly = once(async (_: "both") => {
  const before = rejections.seen.length;
  let breakReadable = (): void => {};
  let breakWritable = (): void => {};
  const readable = new ReadableStream({
    start(controller) {
      breakReadable = () => controller.error("both");
    },
  });
  const writable = new WritableStream({
    start(controller) {
      breakWritable = () => controller.error("both");
    },
  });
  readable.pipeTo(writable).catch(() => {});
  await turn();
  breakReadable();
  breakWritable();
  await turn();
  await pause(5);
  return rejections.seen.splice(before).length === 0;
});

/** Skips where a pipe of the platform reports the failure of its source if its sink fails as well. */
export async function needsQuietBreaks(): Promise<void> {
  if (!(await pipesBreakQuietly("both")))
    skip("pipes of the platform report a failure that both of their sides have here");
}

/** Skips where the pipes of the platform report a source that fails to be cancelled. */
export async function needsQuietPipes(): Promise<void> {
  if (!(await pipesAreQuiet("stubborn"))) skip("pipes of the platform report a source that fails to be cancelled here");
}

/** Skips where the signal of a pipe has no effect while its source is idle. */
export async function needsPipeSignal(): Promise<void> {
  if (!(await pipeSignalWorks("idle"))) skip("the signal of a pipe has no effect here while its source is idle");
}

/** Skips where a platform stage without room on its writable side, and so much on its readable side, never moves. */
export async function needsMovingZero(readable: number): Promise<void> {
  if (!(await movesWithoutRoom(readable))) skip("a platform stage without room on its writable side never moves here");
}

/** Skips where `ReadableStream` cannot be iterated. */
export function needsIteration(): void {
  if (!(Symbol.asyncIterator in ReadableStream.prototype)) skip("ReadableStream cannot be iterated here");
}

/** Skips where streams cannot be moved from one thread to another. */
export function needsTransfer(): void {
  if (typeof MessageChannel !== "function") skip("there is no MessageChannel here");
  const { port1, port2 } = new MessageChannel();
  try {
    const stream = new ReadableStream();
    port1.postMessage(stream, [stream]);
  } catch (error) {
    skip(`ReadableStream cannot be transferred here (${error instanceof Error ? error.name : String(error)})`);
  } finally {
    port1.close();
    port2.close();
  }
}

/** Skips where there is no `WebSocket`. */
export function needsWebSocket(): void {
  if (typeof globalThis.WebSocket !== "function") skip("there is no WebSocket here");
}

/** The class `WebSocketStream`. Skips where there is none. */
export function needsWebSocketStream(): new (url: string) => StreamSocket {
  const found: unknown = Reflect.get(globalThis, "WebSocketStream");
  if (typeof found !== "function") skip("there is no WebSocketStream here");
  return found as new (
    url: string,
  ) => StreamSocket;
}

/** Whether a `WebSocket` can be made to read no further. Skips where there is none. */
export function pausesWebSocket(): boolean {
  needsWebSocket();
  return "pause" in WebSocket.prototype;
}

const streamsClose = once(async (url: string) => {
  const stream = new (needsWebSocketStream())(url);
  stream.opened.catch(() => {});
  const closed = stream.closed.catch(() => {});
  await pause(20);
  stream.close();
  return (await Promise.race([closed.then(() => true), pause(300)])) === true;
});

/** Skips where `close()` of a `WebSocketStream` leaves it open for a while. @param url of a peer that does not answer */
export async function needsClosingStreams(url: string): Promise<void> {
  if (!(await streamsClose(url))) skip("a WebSocketStream does not always close here when it is told to");
}

const tellsBufferedAmount = once(async (url: string) => {
  needsWebSocket();
  const socket = new WebSocket(url);
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  for (let time = 0; time < 16; time++) socket.send(new Uint8Array(2 ** 20));
  const tells = socket.bufferedAmount > 2 ** 20;
  socket.close();
  return tells;
});

/** Skips where `bufferedAmount` does not tell what has not been sent. @param url of a peer that does not read */
export async function needsBufferedAmount(url: string): Promise<void> {
  if (!(await tellsBufferedAmount(url))) skip("bufferedAmount does not tell here what is not sent");
}
