import type { OutgoingMessage } from "../streams/outgoing_message.ts";

/** A path of an answer as messages, at the proxy. What `webSocketMessages` gives is one. */
export interface AnswerMessages {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<OutgoingMessage>;
  /** Settles when the path is closed. Until then its channel is in use. */
  readonly closed: Promise<unknown>;
}

/** The `/requests` connection as messages, at the proxy. What `webSocketMessages` gives is one. */
export interface RequestsMessages {
  /** Nothing that the server sends here has a meaning; when it ends, the connection has ended. */
  readonly readable: ReadableStream<unknown>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}
