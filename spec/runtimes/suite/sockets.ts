import { GuardedDecoderStream, joinMessage, MessageGuard, type RawFrame, rawFrames, readFrames } from "channel-frames";
import { connect, type WebSocketMessages, type WebSocketOptions, webSocketMessages } from "channel-frames/websocket";
import { fail } from "./check.ts";
import { numberOf } from "./numbered.ts";
import { pause } from "./pause.ts";
import type { Peer } from "./peer.ts";
import { needsClosingStreams, needsWebSocket, needsWebSocketStream, pausesWebSocket } from "./platform.ts";
import type { End } from "./read_all.ts";
import type { AnyEnding } from "./subject.ts";
import type { SuiteOptions } from "./suite_options.ts";
import { skip, type Test, test } from "./test.ts";

/** A way to connect. */
export interface Make {
  readonly name: string;
  /** Opens it. Skips the test where the platform has none. */
  open(url: string, options?: WebSocketOptions): WebSocketMessages;
  /** Skips where the platform cannot be relied on to close it. */
  needsClose(server: string): Promise<void>;
  /** Whether it can make the peer wait for the reader. Skips the test where the platform has none. */
  canPause(): boolean;
  /** Whether a platform may drop what has not been read when a close frame comes. */
  readonly mayDrop: boolean;
}

export const webSocket: Make = {
  name: "WebSocket",
  open(url, options) {
    needsWebSocket();
    return connect(url, options);
  },
  needsClose: async () => {},
  canPause: pausesWebSocket,
  mayDrop: false,
};

export const webSocketStream: Make = {
  name: "WebSocketStream",
  open(url, options) {
    const WebSocketStream = needsWebSocketStream();
    return webSocketMessages(new WebSocketStream(url), options);
  },
  needsClose: (server) => needsClosingStreams(`${server}/ignore`),
  canPause: () => needsWebSocketStream() !== undefined,
  mayDrop: true,
};

export const makes: readonly Make[] = [webSocket, webSocketStream];

/** Opens it, and waits until everything has come that the peer sends before its text. Nothing is read. */
export async function openFilled(make: Make, peer: Peer, options?: WebSocketOptions): Promise<WebSocketMessages> {
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const socket = make.open(peer.url, { ...options, onText: () => tell() });
  await told;
  return socket;
}

/** A test that has to do with the runner's server. */
export function socketTest(name: string, run: (server: string) => Promise<void>): Test {
  return test(name, (options) => run(serverOf(options)), socketTimeLimit);
}

/** Two programs have to get at their work here, on a machine that may have more to do. */
export const socketTimeLimit = 10_000;

/** The address of the runner's server. */
export function serverOf({ webSocketUrl }: SuiteOptions): string {
  return webSocketUrl ?? skip("there is no server to connect to");
}

/** How the reader takes its time, in milliseconds: before the first read, and after each. */
export interface SocketPace {
  readonly first: number;
  readonly each: number;
}

/** At once; after each message; when all is over. */
export const socketPaces: readonly SocketPace[] = [
  { first: 0, each: 0 },
  { first: 0, each: 15 },
  { first: 150, each: 0 },
];

/** What a reader of numbered messages got. */
export interface Received {
  /** `undefined` for what was no such message, or a broken one. */
  readonly numbers: readonly (number | undefined)[];
  readonly end: End;
}

/** Reads numbered messages, or frames of them, to the end. */
export async function receive(
  readable: ReadableStream<Uint8Array | RawFrame>,
  { first, each }: SocketPace = { first: 0, each: 0 },
): Promise<Received> {
  if (first > 0) await pause(first);
  const reader = readable.getReader();
  const numbers: (number | undefined)[] = [];
  try {
    for (let result = await reader.read(); !result.done; result = await reader.read()) {
      const { value } = result;
      numbers.push(numberOf(value instanceof Uint8Array ? value : joinMessage(0, value.body)));
      if (each > 0) await pause(each);
    }
    return { numbers, end: "done" };
  } catch (reason) {
    return { numbers, end: { rejected: reason } };
  }
}

/** Every way to learn of the ending. */
export const guards: readonly ((
  messages: ReadableStream<Uint8Array>,
) => readonly [ReadableStream<Uint8Array | RawFrame>, Promise<AnyEnding>])[] = [
  (messages) => {
    const frames = readFrames(messages, rawFrames);
    return [frames, frames.ending];
  },
  (messages) => {
    const guard = new GuardedDecoderStream(rawFrames);
    return [messages.pipeThrough(guard), guard.ending];
  },
  (messages) => {
    const guard = new MessageGuard();
    return [messages.pipeThrough(guard), guard.ending];
  },
];

/** What a reader got, and the ending. */
export interface ReceivedFrames extends Received {
  readonly ending: AnyEnding;
}

/** Reads them in one of these ways. */
export async function receiveFrames(
  messages: ReadableStream<Uint8Array>,
  pace?: SocketPace,
  guard = guards[0],
): Promise<ReceivedFrames> {
  const [frames, ending] = guard?.(messages) ?? fail("There is no such guard");
  const received = await receive(frames, pace);
  return { ...received, ending: await ending };
}
