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

export function driveStreamSocket(socket: StreamSocket, listener: SocketListener): SocketDriver {
  let writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>> | undefined;
  let wake: (() => void) | undefined;
  let isPaused = false;
  let isReading = false; // or has read to the end
  let isLossy = false;
  let hasPaused = false;
  let dropsUnread = false;
  let isOver = false;

  const run = async (): Promise<void> => {
    const { readable, writable } = await socket.opened;
    writer = writable.getWriter();
    listener.opened();
    const reader = readable.getReader();
    for (;;) {
      while (isPaused) {
        isReading = false;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      isReading = true;
      const { done, value } = await reader.read();
      if (done) break;
      take(value);
    }
    isOver = true;
    const { closeCode: code, reason } = await socket.closed;
    listener.ended(
      isLossy || (hasPaused && dropsUnread) ? { cause: new Error(dropped) } : { code, reason, wasClean: true },
    );
  };

  const take = (value: unknown): void => {
    const bytes = toBytes(value);
    // That is how Chromium gives its messages, which are not all there if it was ever paused. Deno gives views.
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
  socket.closed.then(
    () => {
      isLossy = !isReading;
    },
    () => {
      isOver = true;
    },
  );

  return {
    send: (message) => writer?.write(message),
    unsent: () => 0, // of what has been written
    isClosing: () => isOver,
    close: (closeCode, reason) => socket.close({ closeCode, reason }),
    pause() {
      isPaused = true;
      hasPaused = true;
    },
    resume() {
      isPaused = false;
      wake?.();
    },
  };
}

/**
 * Chromium drops what is not read when the peer closes, and says `done` and 1000 all the same. Nothing tells whether that
 * was while reading was paused: so once it was, an end is not believed.
 */
const dropped = "Reading was paused, and this platform drops what is not read when the peer closes";
