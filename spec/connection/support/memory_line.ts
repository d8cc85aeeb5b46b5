import type { MessageDuplex } from "channel-frames/connection";
import { Mailbox } from "./mailbox.ts";
import type { RawPeer } from "./raw_peer.ts";

/** A peer in the same process: what it sends waits until the connection reads it, and it can refuse to take anything. */
export interface MemoryPeer extends RawPeer {
  /** How many messages it sent that the connection has not read. */
  readonly unread: number;
  /** Takes no more messages, until `listen`. The one that it is handed then waits. */
  deafen(): void;
  listen(): void;
  /** Errors only what the connection writes to: its stream of messages stays as it is. */
  refuse(reason: unknown): void;
  /** What the connection's readable was cancelled with, and its writable aborted. */
  readonly cancels: readonly unknown[];
  readonly aborts: readonly unknown[];
}

/** A line with no network: both ends in one process. */
export function memoryLine(broken: unknown = new Error("The line broke")): {
  messages: MessageDuplex;
  peer: MemoryPeer;
} {
  const unread: (() => void)[] = [];
  const cancels: unknown[] = [];
  const aborts: unknown[] = [];
  const mail = new Mailbox<Uint8Array>();
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  let sink: WritableStreamDefaultController | undefined;
  let wake: (() => void) | undefined;
  let hearing: Promise<void> | undefined;
  let hear: () => void = () => {};
  let tellEnded: (how: "closed" | "broken off") => void = () => {};
  const ended = new Promise<"closed" | "broken off">((resolve) => {
    tellEnded = resolve;
  });
  const end = (how: "closed" | "broken off"): void => {
    tellEnded(how);
    mail.end(new Error("The connection has ended"));
  };

  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source = controller;
      },
      async pull() {
        if (unread.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        unread.shift()?.();
      },
      cancel: (reason) => void cancels.push(reason),
    },
    { highWaterMark: 0 },
  );
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      sink = controller;
    },
    async write(message) {
      await hearing;
      mail.push(message);
    },
    close: () => end("closed"),
    abort(reason) {
      aborts.push(reason);
      end("broken off");
    },
  });
  const say = (act: () => void): void => {
    unread.push(act);
    wake?.();
  };
  const peer: MemoryPeer = {
    send(...messages) {
      // A cast, as a text message is none by the types.
      for (const message of messages) say(() => source?.enqueue(message as Uint8Array));
    },
    next: () => mail.next(),
    received: mail.all,
    close: () => say(() => source?.close()),
    break: () => say(() => source?.error(broken)),
    ended,
    get unread() {
      return unread.length;
    },
    deafen() {
      hearing ??= new Promise((resolve) => {
        hear = resolve;
      });
    },
    listen() {
      hearing = undefined;
      hear();
    },
    refuse: (reason) => sink?.error(reason),
    cancels,
    aborts,
  };
  return { messages: { readable, writable }, peer };
}
