import {
  ClientConnection,
  encodeEnvelope,
  type IncomingChannel,
  type OpenedChannel,
  ServerConnection,
} from "../../lib/connection/mod.ts";
import { feed } from "./feed.ts";

/** Opens so many channels, or streams, and gives back what to keep, so that it is not collected. */
export type Open = (count: number) => Promise<unknown>;

/** What one channel takes, in bytes, and what of that the platform would take for its stream alone. */
export interface HeapState {
  readonly name: string;
  readonly bytes: number;
  readonly platform: number;
}

const nothing = new Uint8Array();
const readable = (): ReadableStream => new ReadableStream({ pull() {}, cancel() {} }, { highWaterMark: 0 });
const writable = (): WritableStream => new WritableStream({ write() {}, close() {} });

/** The states of an idle channel. */
export const idleChannels: readonly { readonly name: string; readonly open: Open; readonly platform?: Open }[] = [
  { name: "opened, readable not touched", open: opened(() => {}) },
  {
    name: "opened, readable taken",
    open: opened((channel) => channel.readable),
    platform: many(readable),
  },
  {
    name: "opened, a read waits",
    open: opened((channel) => waitFor(channel.readable)),
    platform: many(() => waitFor(readable())),
  },
  { name: "answering, writable not touched", open: answering(() => {}) },
  {
    name: "answering, writable taken",
    open: answering((channel) => channel.writable),
    platform: many(writable),
  },
  {
    name: "answering, a message was written",
    open: answering((channel) => writeTo(channel.writable)),
    platform: many(() => writeTo(writable())),
  },
];

function waitFor(readable: ReadableStream): unknown {
  const reader = readable.getReader();
  return [reader, reader.read()];
}

async function writeTo(writable: WritableStream<Uint8Array<ArrayBuffer>>): Promise<unknown> {
  const writer = writable.getWriter();
  await writer.write(nothing);
  return writer;
}

/** Channels that this side opened. Their requests have been sent. */
function opened(touch: (channel: OpenedChannel) => unknown): Open {
  return async (count) => {
    const connection = new ClientConnection({ readable: feed<Uint8Array>().readable, writable: new WritableStream() });
    const scope = connection.open(nothing);
    const kept: unknown[] = [];
    for (let at = 0; at < count; at++) {
      const channel = scope.channel(nothing);
      kept.push(channel, touch(channel));
    }
    while (connection.stats.sent <= count) await new Promise((resolve) => setTimeout(resolve, 10));
    return [connection, kept];
  };
}

/** Channels that the peer opened. A request stays as long as its user keeps it; these are empty. */
function answering(touch: (channel: IncomingChannel) => unknown): Open {
  return async (count) => {
    const { readable, give } = feed<Uint8Array>();
    const connection = new ServerConnection({ readable, writable: new WritableStream() });
    give(requests(count));
    const kept: unknown[] = [];
    for await (const { channels } of connection.scopes) {
      for await (const channel of channels) {
        kept.push(channel, await touch(channel));
        if (kept.length === 2 * count) return [connection, kept];
      }
    }
    throw new Error("The connection ended");
  };
}

function* requests(count: number): Generator<Uint8Array> {
  yield encodeEnvelope({ type: "request", scope: 1, payload: nothing });
  for (let channel = 1; channel <= count; channel++) {
    yield encodeEnvelope({ type: "channel-request", scope: 1, channel, payload: nothing });
  }
}

function many(make: () => unknown): Open {
  return (count) => Promise.all(Array.from({ length: count }, make));
}
