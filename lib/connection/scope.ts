import type { OutgoingMessage } from "../streams/outgoing_message.ts";

/** A channel that this side opened, and the peer answers. */
export interface OpenedChannel {
  readonly number: number;
  /**
   * The messages of the peer's answer, each a view on the connection's message. It closes with the peer's finish, and
   * errors with a `CutError` if the scope or the connection ends before. Cancelling it drops what comes later; the peer
   * is not told, as the protocol has no word for it.
   */
  readonly readable: ReadableStream<Uint8Array>;
}

/** A channel that the peer opened, and this side answers. */
export interface IncomingChannel {
  readonly number: number;
  /** The payload of the request. */
  readonly request: Uint8Array;
  /**
   * Takes the messages of the answer. Closing it sends the finish: at once, it says that the request is not served.
   *
   * Aborting it sends nothing, as the protocol has no word for an answer that broke off, and a finish would call it
   * complete. The peer waits until the scope or the connection ends, and takes it for cut then. Where the exchange has an
   * error message, better write that, and close.
   */
  readonly writable: WritableStream<OutgoingMessage>;
}

/** What both sides can do with an open scope. */
export interface Scope {
  readonly number: number;
  /**
   * Opens a channel.
   *
   * @param request the payload
   * @throws {CutError} if the scope is over, or the connection
   * @throws {TypeError} for what is no bytes
   */
  channel(request: OutgoingMessage): OpenedChannel;
  /**
   * The channels that the peer opens, in order. A loop ends with the scope, or when the connection is closed in order, and
   * throws a `CutError` if it is lost. What nobody takes waits; see `maxQueuedOpenings`.
   */
  readonly channels: AsyncIterable<IncomingChannel>;
}

/** A scope that this client opened. */
export interface ClientScope extends Scope {
  /**
   * The server's responses. It closes with the server's finish of the scope, and errors with a `CutError` if the
   * connection ends before. Cancelling it drops what comes later; the scope stays open.
   */
  readonly responses: ReadableStream<Uint8Array>;
}

/** A scope that the client of this server opened. */
export interface ServerScope extends Scope {
  /** The payload of the client's request. */
  readonly request: Uint8Array;
  /**
   * Takes the responses. Closing it finishes the scope: every channel in it that is not finished is cut then, so wait
   * for the others to be closed before. Aborting it sends nothing, and leaves the scope open.
   */
  readonly writable: WritableStream<OutgoingMessage>;
}
