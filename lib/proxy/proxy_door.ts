import type { WebSocketMessages } from "../websocket/web_socket_messages.ts";
import { parseAnswerPath } from "./answer_path.ts";
import type { AskChannel } from "./ask_channel.ts";
import type { ProxyOptions } from "./proxy_options.ts";
import { type ServePath, serveRun, serveToolNotifications } from "./serve_path.ts";
import type { UpgradeRequest } from "./socket_server.ts";

/** A path that may be opened. One of the two is called. */
export interface Entrance {
  /**
   * It is open. Settles when this side has done its part, and rejects with what it broke off for.
   *
   * @param signal fires when the connection is over
   */
  enter(messages: WebSocketMessages, signal: AbortSignal): Promise<void>;
  /** It was not opened after all. */
  giveUp(): void;
}

/** The HTTP status of a path that may not be opened. */
export type Refusal = 403 | 404 | 409 | 503;

const served: ReadonlyMap<string, ServePath> = /* @__PURE__ */ new Map([
  ["/agent/run", serveRun],
  ["/tool/notifications", serveToolNotifications],
]);

/** Decides which paths of a proxy may be opened, and what becomes of them. */
export class ProxyDoor {
  readonly #asks: AskChannel;
  readonly #options: ProxyOptions;

  constructor(asks: AskChannel, options: ProxyOptions) {
    this.#asks = asks;
    this.#options = options;
  }

  /** @param isFull whether there are as many connections as there may be */
  admit({ url = "" }: UpgradeRequest, origin: string | undefined, isFull: boolean): Entrance | Refusal {
    if (origin !== undefined && !this.#options.allowOrigin?.(origin)) return 403;
    const [path = ""] = url.split("?");
    const serve = served.get(path);
    const address = parseAnswerPath(path);
    const isRequests = path === "/requests";
    if (!serve && !address && !isRequests) return 404;
    if (isRequests && this.#asks.isConnected) return 409;
    if (isFull) return 503;
    const giveUp = (): void => {};
    if (serve) {
      const options = this.#options;
      return { enter: (messages, signal) => serve({ path, messages, options, context: { signal } }), giveUp };
    }
    if (!address) return { enter: async (messages) => this.#asks.attach(messages), giveUp };
    // From here on the answer is taken, so this comes last.
    const claim = this.#asks.claim(address.kind, address.channel);
    if (claim === "unknown") return 404;
    if (claim === "taken") return 409;
    return {
      enter: async (messages) => claim.answer(messages),
      giveUp: () => claim.giveUp(),
    };
  }
}
