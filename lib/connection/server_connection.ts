import type { CutError } from "../frame/cut_error.ts";
import { Answer } from "./answer.ts";
import { Arrivals } from "./arrivals.ts";
import { Connection, type ConnectionClose } from "./connection.ts";
import type { Envelope } from "./envelope.ts";
import { Link, type MessageDuplex } from "./link.ts";
import type { ConnectionOptions } from "./options.ts";
import type { ServerScope } from "./scope.ts";
import { ScopeCore } from "./scope_core.ts";

interface OpenScope {
  readonly core: ScopeCore;
  readonly answer: Answer;
}

/**
 * The server's side of a provider connection: answers the scopes that the client opens.
 *
 * @example A server with the `ws` package
 * ```ts
 * import { buildNotification, NotificationEncoderStream, notificationFrames, readFrames } from "channel-frames";
 * import { ClientConnection, type IncomingChannel, ServerConnection } from "channel-frames/connection";
 * import { connect, webSocketMessages } from "channel-frames/websocket";
 * import { WebSocket, WebSocketServer } from "ws";
 *
 * const NOTIFICATIONS = 4; // the tag byte of the endpoint, which is the caller's to know
 *
 * async function answer({ request, writable }: IncomingChannel): Promise<void> {
 *   if (request[0] !== NOTIFICATIONS) return writable.close(); // a finish at once: not served
 *   const encoder = new NotificationEncoderStream();
 *   const sent = encoder.readable.pipeTo(writable);
 *   const writer = encoder.writable.getWriter();
 *   await writer.write(buildNotification("notifications/tools/list_changed"));
 *   await writer.close();
 *   await sent;
 * }
 *
 * const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
 * server.on("connection", async (socket) => {
 *   const connection = new ServerConnection(webSocketMessages(socket));
 *   try {
 *     for await (const scope of connection.scopes) {
 *       for await (const channel of scope.channels) answer(channel).catch((error) => connection.abort(error));
 *     }
 *   } catch {
 *     // The client is gone, and whatever was open is cut: `await connection.closed` says how.
 *   }
 * });
 * await new Promise((resolve) => server.once("listening", resolve));
 *
 * const address = server.address();
 * const port = typeof address === "object" ? address?.port : undefined;
 * const client = new ClientConnection(connect(`ws://127.0.0.1:${port}`, { WebSocket }));
 * const { readable } = client.open(new Uint8Array()).channel(Uint8Array.of(NOTIFICATIONS));
 * const frames = readFrames(readable, notificationFrames);
 * for await (const frame of frames) console.assert(frame.type === "notification");
 * console.assert((await frames.ending).kind === "finished");
 * await client.close();
 * server.close();
 * ```
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
    this.#arrivals = new Arrivals(link.settings, link.flow, 0);
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
    if (this.#arrivals.refuses) {
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

  #ended(cut: CutError, close: ConnectionClose): void {
    for (const { core, answer } of this.#scopes.values()) {
      answer.fail(cut);
      core.lose(cut, close);
    }
    this.#scopes.clear();
    if (close.clean) this.#arrivals.close();
    else this.#arrivals.fail(cut);
  }
}
