import { toBytes } from "../frame/bytes.ts";
import { type Deferred, defer } from "../streams/deferred.ts";
import type { SocketDriver, SocketListener } from "./socket_driver.ts";
import { untilSent } from "./until_sent.ts";

/**
 * A `WebSocket` by the standard's interface, as far as this library uses it: that of browsers, Deno, Bun, workerd and
 * Node 22, server sockets that have the same interface, and the sockets of the `ws` package, which can do more.
 */
export interface EventSocket {
  binaryType: string;
  readonly readyState: number;
  readonly bufferedAmount?: number | undefined;
  send(message: Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: SocketEvent) => void): void;
}

/** What may be found in the events of a socket. */
export interface SocketEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number | undefined;
  readonly reason?: string | undefined;
  readonly wasClean?: boolean | undefined;
  readonly error?: unknown;
  readonly message?: string | undefined;
}

/** What the `ws` package adds. */
interface PackageSocket extends EventSocket {
  send(message: Uint8Array<ArrayBuffer>, sent?: (error?: Error | null) => void): void;
  pause(): void;
  resume(): void;
}

const OPEN = 1;
const CLOSING = 2;

/**
 * How long after an error the close event may take, in milliseconds. One follows nearly everywhere, and says more; not
 * in Node 22 when the upgrade is refused, nor in workerd when the peer breaks the protocol.
 */
const CLOSE_EVENT_GRACE = 250;

/**
 * How many bytes a writer may send before others have a turn, where a message counts for some more than it has. A system
 * that takes them all at once leaves nothing unsent, and a writer that never waits keeps timers and reads from ever
 * running.
 */
const LONGEST_BURST = 1024 * 1024;
const COST_OF_MESSAGE = 1024;

/** @param highWaterMark the bytes that may wait in the socket before the writer waits */
export function driveEventSocket(socket: EventSocket, listener: SocketListener, highWaterMark: number): SocketDriver {
  const memory = { isShared: false };
  listen(socket, listener, memory);
  // A socket that does not say how much waits is taken at its word that nothing does.
  const unsent = (): number => (socket.readyState === OPEN ? (socket.bufferedAmount ?? 0) : 0);
  const driver: SocketDriver = {
    send(message) {
      socket.send(message);
      return unsent() > highWaterMark ? untilSent(unsent, highWaterMark) : undefined;
    },
    unsent,
    isClosing: () => socket.readyState >= CLOSING,
    close: (code, reason) => socket.close(code, reason),
    terminate: hasMethod(socket, "terminate") ? () => socket.terminate() : undefined,
  };
  if (!isPackageSocket(socket)) return driver;
  // Bun's own sockets can be paused, too, but call nobody back.
  if (!hasMethod(socket, "on")) return { ...driver, pause: () => socket.pause(), resume: () => socket.resume() };
  let burst = 0;
  return {
    ...driver,
    send(message) {
      if (socket.readyState === OPEN && unsent() + message.byteLength > highWaterMark) {
        const sent: Deferred<void> = defer();
        socket.send(message, (error) => (error ? sent.reject(error) : sent.resolve()));
        return sent.promise;
      }
      socket.send(message);
      burst += message.byteLength + COST_OF_MESSAGE;
      if (burst < LONGEST_BURST) return undefined;
      burst = 0;
      return new Promise(nextTurn);
    },
    share: () => {
      // Views, on what it has read into and does not write to again.
      socket.binaryType = "nodebuffer";
      memory.isShared = true;
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

function listen(socket: EventSocket, listener: SocketListener, memory: { readonly isShared: boolean }): void {
  // Blobs are read one after the other, as they may overtake each other, and whatever comes after one waits.
  let turn: Promise<void> | undefined;
  const inTurn = (what: () => void | Promise<void>): void => {
    const promise = turn ? turn.then(what) : what();
    if (promise) turn = promise.catch((cause: unknown) => listener.failed(cause));
  };
  let cause: unknown;
  let grace: ReturnType<typeof setTimeout> | undefined;

  // An old state of the type would give blobs (which are read asynchronously) or views on memory that is used again.
  try {
    socket.binaryType = "arraybuffer";
  } catch {
    // Then everything that comes is taken as it comes.
  }
  socket.addEventListener("open", () => listener.opened());
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") inTurn(() => listener.text(data));
    else if (isBlob(data)) inTurn(async () => listener.message(new Uint8Array(await data.arrayBuffer())));
    else {
      const bytes = memory.isShared ? plainBytes(data) : ownBytes(data);
      inTurn(() => (bytes ? listener.message(bytes) : listener.failed(new TypeError("No binary message"))));
    }
  });
  socket.addEventListener("error", (event) => {
    cause ??= event.error ?? event.message;
    grace ??= setTimeout(() => {
      inTurn(() => listener.ended({ cause }));
      // Nobody else would ever close it.
      if (socket.readyState < CLOSING) socket.close();
    }, CLOSE_EVENT_GRACE);
  });
  socket.addEventListener("close", ({ code, reason, wasClean }) => {
    clearTimeout(grace);
    inTurn(() => listener.ended({ code, reason, wasClean, cause }));
  });

  // The other end of a workerd WebSocketPair says nothing before this.
  if (hasMethod(socket, "accept")) {
    try {
      socket.accept();
    } catch {
      // It has been accepted before.
    }
  }
  if (socket.readyState === OPEN) listener.opened();
  else if (socket.readyState >= CLOSING) {
    const late = new Error("The socket was closed before it was wrapped: what it brought is lost");
    listener.ended({ cause: late });
  }
}

/** A copy, if it is a view: the memory around it may belong to others, and be used again. */
function ownBytes(data: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  const bytes = toBytes(data);
  return bytes && (ArrayBuffer.isView(data) ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>));
}

/** No subclass, such as `Buffer`, whose methods of the same names do other things. */
function plainBytes(data: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!ArrayBuffer.isView(data) || !(data.buffer instanceof ArrayBuffer)) return ownBytes(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function isBlob(data: unknown): data is Blob {
  return hasMethod(data, "arrayBuffer");
}

function isPackageSocket(socket: EventSocket): socket is PackageSocket {
  return hasMethod(socket, "pause") && hasMethod(socket, "resume");
}

function hasMethod<N extends string>(value: unknown, name: N): value is Record<N, () => unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "function";
}

function nextTurn(resolve: () => void): void {
  // Where there is the package there is this, which lets no millisecond pass. The standard knows only timers.
  const setTurn: (callback: () => void) => void = Reflect.get(globalThis, "setImmediate") ?? setTimeout;
  setTurn(resolve);
}
