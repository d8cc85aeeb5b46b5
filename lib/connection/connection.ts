import type { ConnectionStats } from "./disregarded.ts";
import type { ConnectionClose, Link } from "./link.ts";

/** What both sides of a connection have. See {@link ClientConnection} and {@link ServerConnection}. */
export abstract class Connection {
  /** How the connection ended. Fulfils when it has, and never rejects. */
  readonly closed: Promise<ConnectionClose>;
  readonly #link: Link;

  /** For the classes of this library. */
  protected constructor(link: Link) {
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
   */
  async authorize(payload: Uint8Array): Promise<void> {
    await this.#link.send({ type: "authorization", payload });
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
