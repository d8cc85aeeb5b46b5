import { checkOption } from "../frame/check_option.ts";
import type { Disregarded } from "./disregarded.ts";
import type { Stall } from "./flow.ts";

/** Options of a connection. */
export interface ConnectionOptions {
  /**
   * What happens when the queue of a channel is full, because nobody reads it. `"pause"`: the connection reads nothing
   * more, on any channel, until it is read, which makes the peer wait and loses nothing. `"cut"`: this channel's
   * readable errors, once its queue has been read, with a `CutError` that says `by: "overrun"`; what comes on it later
   * is dropped, and the other channels go on.
   * @default "pause"
   */
  readonly whenFull?: "pause" | "cut" | undefined;
  /**
   * How many bytes of a channel may be queued. One message is always taken.
   * @default 1048576 (1 MiB)
   */
  readonly maxQueuedBytes?: number | undefined;
  /**
   * How many messages of a channel may be queued.
   * @default 4096
   */
  readonly maxQueuedMessages?: number | undefined;
  /**
   * How many scopes, or channels of a scope, that the peer has opened may wait to be taken. With more the connection
   * reads nothing until one is, or, with `whenFull: "cut"`, finishes it at once, which says that it is not served.
   * @default 1024
   */
  readonly maxQueuedOpenings?: number | undefined;
  /**
   * How long the connection may wait for something full before `onStall` is told, in milliseconds.
   * @default 5000
   */
  readonly stallTimeout?: number | undefined;
  /** Told, once for each time that the connection has to wait for longer, of everything that it waits for. */
  readonly onStall?: ((stall: Stall) => void) | undefined;
  /** Told of each message that is disregarded, as the protocol has it. */
  readonly onDisregard?: ((disregarded: Disregarded) => void) | undefined;
  /** Given the payload of each authorization that the peer sends. The library does not look into it. */
  readonly onAuthorization?: ((payload: Uint8Array) => void) | undefined;
  /** Breaks the connection off. */
  readonly signal?: AbortSignal | undefined;
}

/** The options that are not functions, all of them given. */
export interface ConnectionSettings {
  readonly whenFull: "pause" | "cut";
  readonly maxQueuedBytes: number;
  readonly maxQueuedMessages: number;
  readonly maxQueuedOpenings: number;
  readonly stallTimeout: number;
}

/** @throws {TypeError} for an option that has no sense. */
export function connectionSettings(options: ConnectionOptions): ConnectionSettings {
  const {
    whenFull = "pause",
    maxQueuedBytes = 1024 * 1024,
    maxQueuedMessages = 4096,
    maxQueuedOpenings = 1024,
    stallTimeout = 5000,
  } = options;
  checkOption("whenFull", whenFull === "pause" || whenFull === "cut");
  const numbers = { maxQueuedBytes, maxQueuedMessages, maxQueuedOpenings, stallTimeout };
  for (const [name, value] of Object.entries(numbers)) checkOption(name, Number.isSafeInteger(value) && value > 0);
  // A longer timer would fire at once.
  checkOption("stallTimeout", stallTimeout < 2 ** 31);
  return { whenFull, ...numbers };
}
