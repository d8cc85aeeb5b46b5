import type { EventSocket } from "../websocket/mod.ts";
import { CliError } from "./cli_error.ts";
import type { CliContext } from "./context.ts";

type Context = Pick<CliContext, "importWs">;

type SocketClass = new (url: string) => EventSocket;

/** A server of the package `ws`, as far as it is used here. */
export interface SocketServer {
  readonly clients: Iterable<{ terminate(): void }>;
  address(): unknown;
  close(closed: () => void): void;
  on(event: "connection", listener: (socket: EventSocket, request: { readonly url?: string }) => void): void;
  once(event: "listening", listener: () => void): void;
  once(event: "error", listener: (error: Error) => void): void;
}

type ServerClass = new (options: { readonly host: string; readonly port: number }) => SocketServer;

/** The class to connect with: the platform's, or, where it has none, that of the package `ws`. */
export async function socketClass(context: Context): Promise<SocketClass> {
  const { WebSocket } = globalThis;
  if (typeof WebSocket === "function") return WebSocket;
  const found = await loadWs(context, "WebSocket", "Node before 22 has no WebSocket of its own");
  if (isClass<SocketClass>(found)) return found;
  throw new CliError("The package ws has no WebSocket: npm install ws@8");
}

/** The class to serve with, of the package `ws` in any runtime. */
export async function serverClass(context: Context): Promise<ServerClass> {
  const found = await loadWs(context, "WebSocketServer", "Serving needs a WebSocket server");
  if (isClass<ServerClass>(found)) return found;
  throw new CliError("The package ws has no WebSocketServer: npm install ws@8");
}

function isClass<C extends new (...args: never) => unknown>(value: unknown): value is C {
  return typeof value === "function";
}

async function loadWs({ importWs = importPackage }: Context, name: string, why: string): Promise<unknown> {
  try {
    return Object(await importWs())[name];
  } catch (error) {
    throw new CliError(`${why}. Install the package ws beside this one: npm install ws`, undefined, error);
  }
}

function importPackage(): Promise<unknown> {
  return import("ws");
}
