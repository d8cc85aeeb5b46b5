import type { CutError } from "../frame/cut_error.ts";
import { type OutgoingMessage, outgoingBytes } from "../streams/outgoing_message.ts";
import { Connection, type ConnectionClose } from "./connection.ts";
import type { Envelope } from "./envelope.ts";
import { freeNumber } from "./free_number.ts";
import { Incoming } from "./incoming.ts";
import { Link, type MessageDuplex } from "./link.ts";
import type { ConnectionOptions } from "./options.ts";
import type { ClientScope } from "./scope.ts";
import { ScopeCore } from "./scope_core.ts";

interface OpenScope {
  readonly core: ScopeCore;
  readonly responses: Incoming;
}

/**
 * The client's side of a provider connection: opens scopes, and has many channels over one stream of messages.
 *
 * @example Two channels, over two streams in place of those of a socket
 * ```ts
 * import { ClientConnection, ServerConnection } from "channel-frames/connection";
 *
 * const up = new TransformStream<Uint8Array<ArrayBuffer>>();
 * const down = new TransformStream<Uint8Array<ArrayBuffer>>();
 * const served = serve(new ServerConnection({ readable: up.readable, writable: down.writable }));
 *
 * const connection = new ClientConnection({ readable: down.readable, writable: up.writable });
 * const scope = connection.open(new TextEncoder().encode("a run"));
 * const channels = [scope.channel(Uint8Array.of(4)), scope.channel(Uint8Array.of(9))];
 * const [four, nine] = channels.map(({ readable }) => readable.getReader());
 * console.assert((await four?.read())?.value?.byteLength === 2);
 * console.assert((await nine?.read())?.done); // with no message before: nobody serves it
 * console.assert((await scope.responses.getReader().read()).done); // the server has finished the scope
 * await connection.close();
 * await served;
 *
 * // The other side: it serves requests that begin with 4, and finishes a scope when it has had two.
 * async function serve({ scopes }: ServerConnection): Promise<void> {
 *   for await (const { channels, writable: responses } of scopes) {
 *     let answered = 0;
 *     for await (const { request, writable } of channels) {
 *       const writer = writable.getWriter();
 *       if (request[0] === 4) await writer.write(Uint8Array.of(0, 49));
 *       await writer.close();
 *       if (++answered === 2) break;
 *     }
 *     await responses.close();
 *   }
 * }
 * ```
 */
export class ClientConnection extends Connection {
  readonly #link: Link;
  readonly #scopes: Map<number, OpenScope> = new Map();
  #last = 0;

  /** @throws {TypeError} for an option that has no sense, or streams that are locked. */
  constructor(messages: MessageDuplex, options: ConnectionOptions = {}) {
    const link = new Link(messages, "server", options);
    super(link);
    this.#link = link;
    link.start({ receive: (envelope) => this.#receive(envelope), ended: (cut, close) => this.#ended(cut, close) });
  }

  /**
   * Opens a scope.
   *
   * @param request the payload
   * @throws {CutError} if the connection is over
   * @throws {TypeError} for what is no bytes
   */
  open(request: OutgoingMessage): ClientScope {
    const number = freeNumber(this.#last, this.#scopes);
    this.#link.post({ type: "request", scope: number, payload: outgoingBytes(request) });
    this.#last = number;
    const core = new ScopeCore(this.#link, number);
    const responses = new Incoming(this.#link.settings, this.#link.flow, number);
    this.#scopes.set(number, { core, responses });
    return {
      number,
      channels: core.channels,
      channel: (payload) => core.channel(payload),
      get responses() {
        return responses.readable;
      },
    };
  }

  #receive(envelope: Exclude<Envelope, { readonly type: "authorization" }>): void {
    const scope = this.#scopes.get(envelope.scope);
    if (!scope || envelope.type === "request") this.#link.disregard("stranger", envelope);
    else if (envelope.type === "response") this.#link.deliver(scope.responses, envelope.payload);
    else if (envelope.type === "response-finish") {
      this.#scopes.delete(envelope.scope);
      scope.responses.close();
      scope.core.finish("scope");
    } else scope.core.receive(envelope);
  }

  #ended(cut: CutError, close: ConnectionClose): void {
    for (const { core, responses } of this.#scopes.values()) {
      responses.fail(cut);
      core.lose(cut, close);
    }
    this.#scopes.clear();
  }
}
