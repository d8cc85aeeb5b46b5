import { webSocketMessages } from "../websocket/web_socket_messages.ts";
import type { AskChannel } from "./ask_channel.ts";
import { type Entrance, ProxyDoor } from "./proxy_door.ts";
import type { ProxyLimits, ProxyOptions } from "./proxy_options.ts";
import type { RunningProxy } from "./running_proxy.ts";
import {
  closeServer,
  type ServerSocket,
  type SocketServer,
  type SocketServerClass,
  type UpgradeRequest,
  untilListening,
} from "./socket_server.ts";
import { StandingSubscription } from "./standing_subscription.ts";

/** The WebSocket server of a proxy: lets in whom its door lets in, and drops them all at its end. */
export class ProxyServer implements RunningProxy {
  port = 0;
  readonly asks: AskChannel;
  readonly listening: Promise<void>;
  readonly #options: ProxyOptions;
  readonly #server: SocketServer;
  /** Paths that may be opened, from before the upgrade until there is a socket. */
  readonly #entering: Map<UpgradeRequest, Entrance> = new Map();
  /** The sockets that are open, and when they are closed. */
  readonly #open: Map<ServerSocket, Promise<void>> = new Map();
  #notifications: StandingSubscription | undefined;
  #closing: Promise<void> | undefined;

  constructor(Server: SocketServerClass, limits: ProxyLimits, asks: AskChannel, options: ProxyOptions) {
    this.asks = asks;
    this.#options = options;
    const door = new ProxyDoor(asks, options);
    this.#server = new Server({
      host: this.#host,
      port: limits.port,
      maxPayload: limits.maxMessageBytes,
      perMessageDeflate: false,
      verifyClient: ({ origin, req }, decide) => {
        const isFull = this.#closing !== undefined || this.#open.size >= limits.maxConnections;
        const entrance = door.admit(req, origin, isFull);
        if (typeof entrance === "number") return decide(false, entrance);
        this.#entering.set(req, entrance);
        decide(true);
        // In this very call the socket is opened, if it is: the peer may have left.
        if (this.#entering.delete(req)) entrance.giveUp();
      },
    });
    this.#server.on("connection", (socket, request) => this.#enter(socket, request));
    this.listening = untilListening(this.#server).then((port) => {
      this.port = port;
    });
  }

  get url(): string {
    return `ws://${this.#host.includes(":") ? `[${this.#host}]` : this.#host}:${this.port}`;
  }

  get connections(): number {
    return this.#open.size;
  }

  get notifications(): StandingSubscription {
    this.#notifications ??= new StandingSubscription(this.asks, this.#options.notifications);
    return this.#notifications;
  }

  close(): Promise<void> {
    if (this.#closing) return this.#closing;
    this.#closing = Promise.all([closeServer(this.#server), ...this.#open.values()]).then(() => {});
    this.asks.close();
    // Whoever reads gets what has come before, and then a cut.
    for (const socket of this.#open.keys()) socket.terminate();
    return this.#closing;
  }

  get #host(): string {
    return this.#options.host ?? "127.0.0.1";
  }

  #enter(socket: ServerSocket, request: UpgradeRequest): void {
    const entrance = this.#entering.get(request);
    this.#entering.delete(request);
    const over = new AbortController();
    const messages = webSocketMessages(socket);
    const closed = messages.closed.then(() => {
      this.#open.delete(socket);
      over.abort();
    });
    this.#open.set(socket, closed);
    entrance?.enter(messages, over.signal).catch((reason: unknown) => {
      // The server must not take what it has for complete.
      messages.writable.abort(reason).catch(() => {});
    });
  }
}
