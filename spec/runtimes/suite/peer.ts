import { pause } from "./pause.ts";
import type { Seen } from "./served/seen.ts";

let count = 0;
const run = Math.random().toString(36).slice(2);

/** The other end of one connection: a server that does what the path says, and can be asked what it saw. */
export class Peer {
  readonly url: string;
  readonly #seenUrl: string;

  /** @param server the address of the server */
  constructor(server: string, path: string, parameters: Readonly<Record<string, string | number>> = {}) {
    const id = `${run}-${count++}`;
    const search = Object.entries({ ...parameters, id }).map(([name, value]) => [name, String(value)]);
    this.url = `${server}${path}?${new URLSearchParams(search)}`;
    this.#seenUrl = `${server.replace("ws", "http")}/seen?id=${id}`;
  }

  /** What it has seen so far. */
  async seen(): Promise<Seen> {
    const response = await fetch(this.#seenUrl);
    return response.json();
  }

  /** What it has seen, once that is enough. */
  async until(enough: (seen: Seen) => boolean): Promise<Seen> {
    for (;;) {
      const seen = await this.seen();
      if (enough(seen)) return seen;
      await pause(10);
    }
  }

  /** All that it will have seen. */
  ended(): Promise<Seen> {
    return this.until(({ close }) => close !== undefined);
  }
}
