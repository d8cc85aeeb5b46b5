// Checked by tsc, and never executed: what may be wrapped, and what comes of it.
import {
  type CutError,
  NotificationDecoderStream,
  NotificationEncoderStream,
  type NotificationFrame,
  type RunLoopFrame,
  RunLoopGuardedDecoderStream,
  readFrames,
  runLoopFrames,
} from "channel-frames";
import {
  type ConnectOptions,
  connect,
  type EventSocket,
  type OutgoingMessage,
  type SocketClose,
  type StreamSocket,
  type WebSocketMessages,
  type WebSocketOptions,
  webSocketMessages,
} from "channel-frames/websocket";
import { expectTypeOf } from "vitest";
import * as ws from "ws";

/** As Deno declares it. */
declare class DenoWebSocketStream {
  constructor(url: string | URL, options?: { protocols?: string[]; signal?: AbortSignal });
  readonly url: string;
  readonly opened: Promise<DenoConnection>;
  readonly closed: Promise<DenoCloseInfo>;
  close(info?: DenoCloseInfo): void;
}
interface DenoConnection {
  readable: ReadableStream<string | Uint8Array<ArrayBuffer>>;
  writable: WritableStream<string | Uint8Array<ArrayBufferLike>>;
  readonly extensions: string;
  readonly protocol: string;
}
interface DenoCloseInfo {
  closeCode?: number;
  reason?: string;
}

/** As Chromium's is declared by those who use it. */
interface ChromiumWebSocketStream {
  readonly opened: Promise<{ readonly readable: ReadableStream; readonly writable: WritableStream }>;
  readonly closed: Promise<{ closeCode: number; reason: string }>;
  close(info?: { closeCode?: number; reason?: string }): void;
}

type Sockets = {
  readonly dom: WebSocket;
  readonly package: ws.WebSocket;
  readonly deno: DenoWebSocketStream;
  readonly chromium: ChromiumWebSocketStream;
};

export function everySocketIsTaken(sockets: Sockets): readonly WebSocketMessages[] {
  const server = new ws.WebSocketServer({ noServer: true });
  server.on("connection", (socket) => webSocketMessages(socket));
  return [
    webSocketMessages(sockets.dom),
    webSocketMessages(sockets.package),
    webSocketMessages(sockets.deno),
    webSocketMessages(sockets.chromium),
    webSocketMessages(new DenoWebSocketStream("ws://127.0.0.1")),
    // @ts-expect-error a URL is no socket: that is for connect
    webSocketMessages("ws://127.0.0.1"),
    // @ts-expect-error an EventTarget alone is none
    webSocketMessages(new EventTarget()),
    // @ts-expect-error a stream of messages is none
    webSocketMessages(new TransformStream()),
  ];
}

export function socketsHaveNames({ dom, package: its, deno, chromium }: Sockets): void {
  expectTypeOf(dom).toExtend<EventSocket>();
  expectTypeOf(its).toExtend<EventSocket>();
  expectTypeOf(deno).toExtend<StreamSocket>();
  expectTypeOf(chromium).toExtend<StreamSocket>();
}

export function everyClassConnects(): readonly WebSocketMessages[] {
  expectTypeOf({ WebSocket: ws.WebSocket }).toExtend<ConnectOptions>();
  return [
    connect("ws://127.0.0.1"),
    connect(new URL("ws://127.0.0.1"), {}),
    connect("ws://127.0.0.1", { WebSocket }),
    connect("ws://127.0.0.1", { WebSocket: ws.WebSocket, highWaterMark: 1, signal: AbortSignal.timeout(1) }),
    connect("ws://127.0.0.1", { WebSocket: undefined }),
    // @ts-expect-error no subprotocol is asked for
    connect("ws://127.0.0.1", { protocols: ["mcp"] }),
    // @ts-expect-error a socket is no class
    connect("ws://127.0.0.1", { WebSocket: new WebSocket("ws://127.0.0.1") }),
  ];
}

export function optionsAreChecked(): readonly WebSocketOptions[] {
  return [
    {},
    { highWaterMark: 1, maxQueuedBytes: 1, maxQueuedMessages: 1, closeTimeout: 1 },
    { highWaterMark: undefined, isFinish: undefined, onText: undefined, signal: undefined },
    { isFinish: ({ clean, by, code, reason }) => clean && by === "peer" && code !== 4000 && reason === "" },
    { onText: (text) => expectTypeOf(text).toEqualTypeOf<string>() },
    // @ts-expect-error a text is no number
    { highWaterMark: "1" },
    // @ts-expect-error it decides
    { isFinish: () => {} },
    // @ts-expect-error there is no such side
    { isFinish: ({ by }) => by === "server" },
  ];
}

export async function theirTypesFlowThroughPipes(socket: WebSocket): Promise<void> {
  const { readable, writable, opened, closed, ignoredTexts } = webSocketMessages(socket);
  expectTypeOf(readable).toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>>>();
  expectTypeOf(writable).toEqualTypeOf<WritableStream<OutgoingMessage>>();
  expectTypeOf(opened).toEqualTypeOf<Promise<void>>();
  expectTypeOf(await closed).toEqualTypeOf<SocketClose>();
  expectTypeOf(ignoredTexts).toEqualTypeOf<number>();

  const frames = readable.pipeThrough(new NotificationDecoderStream());
  expectTypeOf(frames).toExtend<ReadableStream<NotificationFrame>>();
  const guarded = readable.pipeThrough(new RunLoopGuardedDecoderStream());
  expectTypeOf(guarded).toEqualTypeOf<ReadableStream<RunLoopFrame>>();
  for await (const frame of readFrames(readable, runLoopFrames)) expectTypeOf(frame).toEqualTypeOf<RunLoopFrame>();

  const encoder = new NotificationEncoderStream();
  expectTypeOf(encoder.readable.pipeTo(writable)).toEqualTypeOf<Promise<void>>();
  // One socket relays to another.
  await readable.pipeTo(webSocketMessages(socket).writable);
  readable.pipeThrough({ readable, writable }).pipeThrough(new NotificationDecoderStream());
  // @ts-expect-error frames have to be encoded
  frames.pipeTo(writable);
}

export async function everyChunkOfBytesIsWritten(writer: WritableStreamDefaultWriter<OutgoingMessage>): Promise<void> {
  await writer.write(new Uint8Array());
  await writer.write(new ArrayBuffer());
  await writer.write(new DataView(new SharedArrayBuffer(1)));
  await writer.write(Buffer.from("text"));
  // @ts-expect-error a text carries no meaning
  await writer.write("text");
  // @ts-expect-error a list of numbers is no message
  await writer.write([1, 2]);
}

export function closesAreTold(close: SocketClose, error: CutError): string {
  expectTypeOf(close.code).toEqualTypeOf<number | undefined>();
  expectTypeOf(close.clean).toEqualTypeOf<boolean>();
  expectTypeOf(error.closeCode).toEqualTypeOf<number | undefined>();
  switch (close.by) {
    case "peer":
    case "local":
      return close.reason;
    default:
      return close.by satisfies never;
  }
}
