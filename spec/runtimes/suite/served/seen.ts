import { numberOf } from "../numbered.ts";

/** What a server saw of one connection. All of it is data, as it is asked for by HTTP. */
export interface Seen {
  readonly messages: number;
  readonly bytes: number;
  readonly texts: number;
  /** Whether it has been asked for an upgrade that it lets wait. */
  readonly asked?: true | undefined;
  /** How many messages it has sent, where it sends until it is stopped. */
  readonly sent?: number | undefined;
  /** Whether every message so far was a numbered one, from 0 on and in order. */
  readonly inOrder: boolean;
  /** The close frame, or what stands for one that did not come; missing until it is over. */
  readonly close?: { readonly code?: number | undefined; readonly reason: string } | undefined;
  /** What a proxy was told. */
  readonly told?: readonly string[] | undefined;
  /** How reading and writing by the library came to their ends, in words. */
  readonly read?: string | undefined;
  readonly wrote?: string | undefined;
}

/** Keeps what is seen of one connection. */
export class Sight {
  #seen: Seen = { messages: 0, bytes: 0, texts: 0, inOrder: true };

  get messages(): number {
    return this.#seen.messages;
  }

  message(message: Uint8Array): void {
    const { messages, bytes, inOrder } = this.#seen;
    this.note({
      messages: messages + 1,
      bytes: bytes + message.byteLength,
      inOrder: inOrder && numberOf(message) === messages,
    });
  }

  text(): void {
    this.note({ texts: this.#seen.texts + 1 });
  }

  note(seen: Partial<Seen>): void {
    this.#seen = { ...this.#seen, ...seen };
  }

  toJSON(): Seen {
    return this.#seen;
  }
}

/** What a server saw of all its connections, by the `id` that each has in its URL. */
export class Sights {
  readonly #byId: Map<string, Sight> = new Map();

  of(url: URL): Sight {
    const id = url.searchParams.get("id") ?? "";
    const sight = this.#byId.get(id) ?? new Sight();
    this.#byId.set(id, sight);
    return sight;
  }
}
