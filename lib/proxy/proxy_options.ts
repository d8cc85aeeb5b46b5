import { checkOption } from "../frame/check_option.ts";
import type { NotificationFrame } from "../notifications/notification_frame.ts";
import type { RunLoopFrame } from "../run-loop/run_loop_frame.ts";
import type { AskChannelOptions } from "./ask_options.ts";
import type { SocketServerClass } from "./socket_server.ts";
import type { StandingOptions } from "./standing_options.ts";

/** What a handler is given. */
export interface HandlerContext {
  /** Fires when the connection is over, in whatever way: nobody reads any more. */
  readonly signal: AbortSignal;
}

/** What a handler serves. `undefined` says that it does not. */
export type Served<F> = ReadableStream<F> | undefined | Promise<ReadableStream<F> | undefined>;

/** Options of {@link createProxy}. */
export interface ProxyOptions extends AskChannelOptions {
  /**
   * The TCP port; with 0 a free one is taken.
   * @default 14979
   */
  readonly port?: number | undefined;
  /**
   * The address to listen on. By default nobody reaches it from another machine, and nobody is asked who they are.
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /** Serves `/agent/run`. Without it nothing is served there. */
  readonly run?: ((prompt: string, context: HandlerContext) => Served<RunLoopFrame>) | undefined;
  /** Serves `/tool/notifications`. Without it nothing is served there. */
  readonly toolNotifications?: ((context: HandlerContext) => Served<NotificationFrame>) | undefined;
  /** How the proxy's `notifications` are read. */
  readonly notifications?: StandingOptions | undefined;
  /**
   * How many WebSockets may be open. More of them get HTTP 503.
   * @default 1024
   */
  readonly maxConnections?: number | undefined;
  /**
   * The bytes that a message of a server may have. With a larger one the connection is closed by code 1009.
   * @default 67108864 (64 MiB)
   */
  readonly maxMessageBytes?: number | undefined;
  /**
   * Whether a page of this origin may connect; if not, it gets HTTP 403. By default none may: any page that is open in a
   * browser on this machine could reach the proxy otherwise. Programs say no origin, and may always.
   */
  readonly allowOrigin?: ((origin: string) => boolean) | undefined;
  /** Told of what a handler threw or a stream of its broke off with, and on which path. */
  readonly onHandlerError?: ((error: unknown, path: string) => void) | undefined;
  /**
   * The class `WebSocketServer` of the package `ws`.
   * @default that of the package, which is imported when it is needed
   */
  readonly WebSocketServer?: SocketServerClass | undefined;
}

/** The limits of a proxy, all of them given. */
export interface ProxyLimits {
  readonly port: number;
  readonly maxConnections: number;
  readonly maxMessageBytes: number;
}

/** @throws {TypeError} for an option that has no sense. */
export function proxyLimits(options: ProxyOptions): ProxyLimits {
  const { port = 14_979, maxConnections = 1024, maxMessageBytes = 64 * 1024 * 1024 } = options;
  checkOption("port", Number.isInteger(port) && port >= 0 && port < 2 ** 16);
  checkOption("maxConnections", Number.isSafeInteger(maxConnections) && maxConnections > 0);
  // The package takes 0 for no limit, and no more than 31 bits of it.
  checkOption("maxMessageBytes", Number.isInteger(maxMessageBytes) && maxMessageBytes > 0 && maxMessageBytes < 2 ** 31);
  return { port, maxConnections, maxMessageBytes };
}
