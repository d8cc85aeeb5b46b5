import type { CutError } from "../frame/cut_error.ts";
import { Answer } from "./answer.ts";
import { Arrivals } from "./arrivals.ts";
import { Connection } from "./connection.ts";
import type { Envelope } from "./envelope.ts";
import { type ConnectionClose, Link, type MessageDuplex } from "./link.ts";
import type { ConnectionOptions } from "./options.ts";
import type { ServerScope } from "./scope.ts";
import { ScopeCore } from "./scope_core.ts";

interface OpenScope {
  readonly core: ScopeCore;
  readonly answer: Answer;
}

/**
 * The server's side of a provider connection: answers the scopes that the client opens.
 */
export class ServerConnection extends Connection {
  /**
   * The scopes that the client opens, in order. A loop ends when the connection is closed in order, and throws a
   * `CutError` if it is lost. What nobody takes waits; see `maxQueuedOpenings`.
   */
  readonly scopes: AsyncIterable<ServerScope>;
  readonly #arrivals: Arrivals<ServerScope>;
  readonly #link: Link;
  readonly #scopes: Map<number, OpenScope> = new Map();

  /** @throws {TypeError} for an option that has no sense, or streams that are locked. */
  constructor(messages: MessageDuplex, options: ConnectionOptions = {}) {
    const link = new Link(messages, "client", options);
    super(link);
    this.#link = link;
    this.#arrivals = new Arrivals(link.settings.maxQueuedOpenings, link.flow, 0);
    this.scopes = this.#arrivals;
    link.start({ receive: (envelope) => this.#receive(envelope), ended: (cut, close) => this.#ended(cut, close) });
  }

  #receive(envelope: Exclude<Envelope, { readonly type: "authorization" }>): void {
    const scope = this.#scopes.get(envelope.scope);
    if (envelope.type === "request") {
      if (scope) this.#link.disregard("duplicate", envelope);
      else this.#accept(envelope.scope, envelope.payload);
    } else if (!scope || envelope.type === "response" || envelope.type === "response-finish") {
      this.#link.disregard("stranger", envelope);
    } else scope.core.receive(envelope);
  }

  #accept(number: number, request: Uint8Array): void {
    const link = this.#link;
    if (link.refuses(this.#arrivals)) {
      link.refuse({ type: "response-finish", scope: number });
      return;
    }
    const core = new ScopeCore(link, number);
    const answer = new Answer({
      send: (payload) => link.send({ type: "response", scope: number, payload }),
      finish: () => {
        const sent = link.send({ type: "response-finish", scope: number });
        this.#scopes.delete(number);
        core.finish("local");
        return sent;
      },
    });
    this.#scopes.set(number, { core, answer });
    this.#arrivals.push({
      number,
      request,
      channels: core.channels,
      channel: (payload) => core.channel(payload),
      get writable() {
        return answer.writable;
      },
    });
  }

  #ended(cut: CutError, { clean }: ConnectionClose): void {
    for (const { core, answer } of this.#scopes.values()) {
      answer.fail(cut);
      core.lose(cut);
    }
    this.#scopes.clear();
    if (clean) this.#arrivals.close();
    else this.#arrivals.fail(cut);
  }
}
