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
