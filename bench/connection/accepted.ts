import type { ServerConnection } from "../../lib/connection/mod.ts";

/** Writes the answer of a channel. */
export type Writer = WritableStreamDefaultWriter<ArrayBufferView | ArrayBuffer>;

/** The channels that the client has opened, in order. */
export class Accepted {
  readonly #writers: Writer[] = [];
  #more: () => void = () => {};

  constructor(connection: ServerConnection) {
    this.#accept(connection).catch(() => {});
  }

  /** The first of them, once there are so many. */
  async first(many: number): Promise<readonly Writer[]> {
    while (this.#writers.length < many) {
      await new Promise<void>((resolve) => {
        this.#more = resolve;
      });
    }
    return this.#writers.slice(0, many);
  }

  /** They are finished. */
  forget(many: number): void {
    this.#writers.splice(0, many);
  }

  async #accept(connection: ServerConnection): Promise<void> {
    for await (const scope of connection.scopes) {
      for await (const { writable } of scope.channels) {
        this.#writers.push(writable.getWriter());
        this.#more();
      }
    }
  }
}
