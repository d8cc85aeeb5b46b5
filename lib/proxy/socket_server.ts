import type { EventSocket } from "../websocket/event_socket.ts";

/** What a `WebSocketServer` is made with. */
export interface SocketServerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxPayload: number;
  readonly perMessageDeflate: boolean;
  /** Decides before the upgrade, in its second argument; with what it is called, the package goes by. */
  readonly verifyClient: (
    info: { readonly origin?: string | undefined; readonly req: UpgradeRequest },
    decide: (mayUpgrade: boolean, status?: number) => void,
  ) => void;
}

/** A request to be upgraded to a WebSocket. */
export interface UpgradeRequest {
  readonly url?: string | undefined;
}

/** A socket of the package `ws`. */
export interface ServerSocket extends EventSocket {
  /** Drops the connection, without a closing handshake. */
  terminate(): void;
}

/** A server of the package `ws`, as far as this library uses it. */
export interface SocketServer {
  on(event: "listening", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connection", listener: (socket: ServerSocket, request: UpgradeRequest) => void): unknown;
  address(): unknown;
  close(closed: () => void): void;
}

/** The class `WebSocketServer` of the package `ws`, as far as this library uses it. */
export type SocketServerClass = new (options: SocketServerOptions) => SocketServer;

/**
 * Finds the class of the package `ws`.
 *
 * @throws {TypeError} if the package is not there (as a rejection)
 */
export async function findSocketServer(): Promise<SocketServerClass> {
  // Not written out, or bundlers for browsers would follow it; and not warned of.
  const name: string = "ws";
  let found: unknown;
  let cause: unknown;
  try {
    ({ WebSocketServer: found } = Object(await import(/* webpackIgnore: true */ /* @vite-ignore */ name)));
  } catch (error) {
    cause = error;
  }
  if (isSocketServerClass(found)) return found;
  throw new TypeError("There is no package ws: install it, or give the option WebSocketServer, with its class", {
    cause,
  });
}

function isSocketServerClass(value: unknown): value is SocketServerClass {
  return typeof value === "function";
}

/**
 * Waits until a server listens.
 *
 * @returns its port
 */
export function untilListening(server: SocketServer): Promise<number> {
  return new Promise((resolve, reject) => {
    // This stays: an error event without a listener would end the process.
    server.on("error", reject);
    server.on("listening", () => {
      const { port } = Object(server.address()) as { readonly port?: unknown };
      if (typeof port === "number") resolve(port);
      else reject(new TypeError("The server does not say on which port it listens"));
    });
  });
}

/** Stops a server whose WebSockets have been dropped, and with it the connections that never became any. */
export function closeServer(server: SocketServer): Promise<void> {
  // The HTTP server within waits for those. The package has no word for it, so this is looked up and may be missing.
  const { _server: http } = server as { readonly _server?: { readonly closeAllConnections?: unknown } };
  return new Promise((resolve) => {
    server.close(resolve);
    if (typeof http?.closeAllConnections === "function") Reflect.apply(http.closeAllConnections, http, []);
  });
}
