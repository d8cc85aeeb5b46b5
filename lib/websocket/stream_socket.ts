import { toBytes } from "../frame/bytes.ts";
import type { SocketDriver, SocketListener } from "./socket_driver.ts";

/** A `WebSocketStream`, as far as this library uses it: that of Chromium and Deno. */
export interface StreamSocket {
  readonly opened: Promise<StreamSocketConnection>;
  readonly closed: Promise<{ readonly closeCode?: number | undefined; readonly reason?: string | undefined }>;
  close(info?: { readonly closeCode?: number; readonly reason?: string }): void;
}

/** What an open `WebSocketStream` has. */
export interface StreamSocketConnection {
  readonly readable: ReadableStream<unknown>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Chromium drops what is not read when the peer closes while reading is paused, and says `done` and 1000 all the same. One
 * message may have been taken from the network before; when a second one comes after the pause, or a read has to wait,
 * nothing was dropped.
 */
const ENOUGH = 2;
const dropped = "Reading was paused, and this platform drops what is not read when the peer closes";

export function driveStreamSocket(socket: StreamSocket, listener: SocketListener): SocketDriver {
  let writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>> | undefined;
  let wake: (() => void) | undefined;
  let isPaused = false;
  let isLeft = false; // this side closes
  let isOver = false;
  let dropsUnread = false;
  let sincePause = ENOUGH; // messages

  const run = async (): Promise<void> => {
    const { readable, writable } = await socket.opened;
    writer = writable.getWriter();
    listener.opened();
    const reader = readable.getReader();
    for (;;) {
      while (isPaused) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const wait = sincePause < ENOUGH ? setTimeout(caughtUp) : undefined;
      const { done, value } = await reader.read();
      clearTimeout(wait);
      if (done) break;
      sincePause++;
      take(value);
    }
    isOver = true;
    const { closeCode: code, reason } = await socket.closed;
    const isLossy = dropsUnread && sincePause < ENOUGH && !isLeft;
    listener.ended(isLossy ? { cause: new Error(dropped) } : { code, reason, wasClean: true });
  };

  /** A read has waited: so nothing was left from the time of the pause. */
  const caughtUp = (): void => {
    sincePause = ENOUGH;
  };

  const take = (value: unknown): void => {
    const bytes = toBytes(value);
    // That is how Chromium gives its messages. Deno gives views.
    if (bytes && !ArrayBuffer.isView(value)) dropsUnread = true;
    if (bytes) listener.message(bytes as Uint8Array<ArrayBuffer>);
    else if (typeof value === "string") listener.text(value);
    else listener.failed(new TypeError("No binary message"));
  };

  run().catch((cause: unknown) => {
    // A WebSocketError in Chromium; in Deno its code is null.
    const { closeCode, reason } = Object(cause) as { closeCode?: number | null; reason?: string | null };
    listener.ended({ code: closeCode ?? undefined, reason: reason ?? undefined, cause });
  });
  socket.closed.catch(() => {
    isOver = true;
  });

  return {
    send: (message) => writer?.write(message),
    unsent: () => 0, // of what has been written
    isClosing: () => isOver,
    close(closeCode, reason) {
      isLeft = true;
      socket.close({ closeCode, reason });
    },
    pause() {
      isPaused = true;
      sincePause = 0;
    },
    resume() {
      isPaused = false;
      wake?.();
    },
  };
}
