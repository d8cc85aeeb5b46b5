import {
  ClientConnection,
  type ClientScope,
  type ConnectionOptions,
  type IncomingChannel,
  type OpenedChannel,
  type Role,
  ServerConnection,
  type ServerScope,
} from "channel-frames/connection";
import type { Line } from "./lines.ts";
import { nextOf } from "./next_of.ts";

/** The two sides of one connection. */
export interface Connected {
  readonly client: ClientConnection;
  readonly server: ServerConnection;
}

/** Connects a client and a server. */
export async function connected(
  line: Line,
  options: Partial<Readonly<Record<Role, ConnectionOptions>>> = {},
): Promise<Connected> {
  const ends = await line.between();
  return {
    client: new ClientConnection(ends.client, options.client),
    server: new ServerConnection(ends.server, options.server),
  };
}

/** Opens a scope, and gives it as each side has it. */
export async function scopeOf({ client, server }: Connected): Promise<{ client: ClientScope; server: ServerScope }> {
  const opened = client.open(Uint8Array.of(1));
  return { client: opened, server: await nextOf(server.scopes) };
}

/** Opens a channel in a scope, by either side, and gives what each has of it. */
export async function channelOf(
  scope: Readonly<Record<Role, ClientScope | ServerScope>>,
  opener: Role,
): Promise<{ readonly opened: OpenedChannel; readonly incoming: IncomingChannel }> {
  const opened = scope[opener].channel(Uint8Array.of(2));
  return { opened, incoming: await nextOf(scope[opener === "client" ? "server" : "client"].channels) };
}
