import type { Deferred } from "../streams/deferred.ts";
import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";
import type { ConnectionStats } from "./disregarded.ts";
import type { Envelope } from "./envelope.ts";

/** How a connection came to its end. */
export interface ConnectionClose {
  /** Whether the carrier was closed in order, by either side. Sequences that were open then are cut all the same. */
  readonly clean: boolean;
  /** Why it broke, if it did. */
  readonly reason?: unknown;
}

/** What the two classes have their common parts from. */
export interface ConnectionLink {
  readonly closed: Promise<ConnectionClose>;
  readonly stats: ConnectionStats;
  send(envelope: Envelope): Deferred<void> | undefined;
  close(): Promise<void>;
  breakOff(reason: unknown): void;
}

/** What both sides of a connection have. See {@link ClientConnection} and {@link ServerConnection}. */
export abstract class Connection {
  /**
   * How the connection ended. Fulfils when it has, and never rejects. An end comes behind everything that was sent before
   * it: while a full channel makes the connection wait, so does this.
   */
  readonly closed: Promise<ConnectionClose>;
  readonly #link: ConnectionLink;

  /** For the classes of this library. */
  protected constructor(link: ConnectionLink) {
    this.#link = link;
    this.closed = link.closed;
  }

  /** What has been counted up to now. */
  get stats(): ConnectionStats {
    return this.#link.stats;
  }

  /**
   * Sends an authorization, of which the library knows nothing but that it is bytes.
   *
   * @throws {CutError} (as a rejection) if the connection is over
   * @throws {TypeError} (as a rejection) for what is no bytes
   */
  async authorize(payload: OutgoingMessage): Promise<void> {
    await this.#link.send({ type: "authorization", payload: outgoingBytes(payload) })?.promise;
  }

  /**
   * Sends what waits to be sent, and closes the connection. Whatever is still open is cut, on both sides: so first let
   * the server finish the scopes.
   *
   * @returns when it is closed; rejects with what went wrong
   */
  close(): Promise<void> {
    return this.#link.close();
  }

  /** Breaks the connection off. Whatever is open is cut, with the reason as `cause`. */
  abort(reason?: unknown): void {
    this.#link.breakOff(reason);
  }
}
