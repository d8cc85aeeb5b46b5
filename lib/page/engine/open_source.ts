import { recordChannel } from "../../cli/record_channel.ts";
import { TapeEncoderStream } from "../../tape/mod.ts";
import { connect } from "../../websocket/mod.ts";
import type { FamilyName } from "../recording.ts";
import type { Source } from "../wire.ts";
import { readLive } from "./live_channel.ts";
import { BlobStore, GrowingStore, MemoryStore, type Store } from "./store.ts";

/** What was opened: the bytes of a tape as they come, and where they can be read again. */
export interface Opened {
  readonly title: string;
  readonly isLive: boolean;
  readonly store: Store;
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly totalBytes: number | undefined;
}

/** @throws {Error} with words for a person, if there is nothing to read */
export async function openSource(source: Source, family: FamilyName | undefined, signal: AbortSignal): Promise<Opened> {
  switch (source.kind) {
    case "tape": {
      const { name: title, blob } = source;
      return { title, isLive: false, store: new BlobStore(blob), bytes: blob.stream(), totalBytes: blob.size };
    }
    case "bytes": {
      const { name: title, bytes } = source;
      const totalBytes = bytes.byteLength;
      return { title, isLive: false, store: new MemoryStore(bytes), bytes: piecesOf(bytes), totalBytes };
    }
    case "address": {
      const response = await fetched(source.url, signal);
      if (!response.body) throw new Error(`${source.url} has nothing to read`);
      const length = Number(response.headers.get("content-length") ?? Number.NaN);
      const title = new URL(response.url).pathname.split("/").at(-1) || response.url;
      const named = response.headers.get("x-tape-name");
      const stored = storing(response.body);
      return {
        ...stored,
        title: named === null ? title : decodeURIComponent(named),
        isLive: false,
        totalBytes: Number.isNaN(length) ? undefined : length,
      };
    }
    case "channel": {
      const messages = connect(source.url, { closeTimeout: 1000 });
      const give = (): void => void messages.writable.abort(signal.reason).catch(() => {});
      signal.addEventListener("abort", give);
      try {
        await messages.opened;
      } catch {
        throw new Error(
          `No connection to ${source.url}: nobody answers there, not as a WebSocket server, or this page may not connect to it`,
        );
      } finally {
        signal.removeEventListener("abort", give);
      }
      const now = (): number => performance.timeOrigin + performance.now();
      const live = readLive(source.url, source.prompt, family, now());
      const records = recordChannel(messages, live, { now, signal });
      const stored = storing(records.pipeThrough(new TapeEncoderStream()));
      return { ...stored, title: source.url, isLive: true, totalBytes: undefined };
    }
  }
}

/** So large that there are few of them, and so small that the page hears of each soon. */
const PIECE = 256 * 1024;

function piecesOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.byteLength) controller.enqueue(bytes.subarray(at, at + PIECE));
      else controller.close();
      at += PIECE;
    },
  });
}

async function fetched(url: string, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch {
    throw new Error(`${url} cannot be read: nobody answers there, or this page may not read from it`);
  }
  if (!response.ok) throw new Error(`${url} cannot be read: ${response.status} ${response.statusText}`);
  return response;
}

/** Keeps what passes. */
function storing(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Pick<Opened, "store" | "bytes"> {
  const store = new GrowingStore();
  const keep = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      store.append(piece);
      controller.enqueue(piece);
    },
  });
  return { store, bytes: bytes.pipeThrough(keep) };
}
