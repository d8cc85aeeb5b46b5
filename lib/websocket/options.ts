import { checkOption } from "../frame/check_option.ts";
import type { SocketClose } from "./socket_close.ts";

/** Options of {@link webSocketMessages}. */
export interface WebSocketOptions {
  /**
   * How many bytes may wait on this side, for each direction, before the other end is made to wait: what has been
   * received and not read, on a socket whose reading can be paused; what has been written and not sent.
   * @default 262144 (256 KiB)
   */
  readonly highWaterMark?: number | undefined;
  /**
   * How many bytes may be queued for the reader of a socket that cannot be paused. With more the socket is closed and
   * the readable errors, once the queue has been read, with a `CutError` that says `by: "overrun"`. One message is
   * always taken.
   * @default 67108864 (64 MiB)
   */
  readonly maxQueuedBytes?: number | undefined;
  /**
   * How many messages may be queued. Beyond, a socket that can be paused is paused; any other as for
   * `maxQueuedBytes`.
   * @default 16384
   */
  readonly maxQueuedMessages?: number | undefined;
  /**
   * How long this side, when it closes, waits for the peer to take more of what was sent, and then to answer the close
   * frame, in milliseconds. After that the socket is dropped.
   * @default 30000
   */
  readonly closeTimeout?: number | undefined;
  /**
   * Which closes are the peer's finish; with any other the readable errors. By default a closing handshake is, whatever
   * its code, if the peer began it.
   */
  readonly isFinish?: ((close: SocketClose) => boolean) | undefined;
  /** Told of each text message. They carry no meaning and are ignored. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Breaks the socket off, and errors both sides with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
}

/** The options that are numbers, all of them given. */
export interface SocketSettings {
  readonly highWaterMark: number;
  readonly maxQueuedBytes: number;
  readonly maxQueuedMessages: number;
  readonly closeTimeout: number;
}

/** @throws {TypeError} for an option that has no sense. */
export function socketSettings(options: WebSocketOptions): SocketSettings {
  const {
    highWaterMark = 256 * 1024,
    maxQueuedBytes = 64 * 1024 * 1024,
    maxQueuedMessages = 16_384,
    closeTimeout = 30_000,
  } = options;
  const settings = { highWaterMark, maxQueuedBytes, maxQueuedMessages, closeTimeout };
  for (const [name, value] of Object.entries(settings)) checkOption(name, Number.isSafeInteger(value) && value >= 0);
  // A longer timer would fire at once.
  checkOption("closeTimeout", closeTimeout < 2 ** 31);
  return settings;
}
