import {
  ClientConnection,
  type ClientScope,
  type ConnectionOptions,
  type MessageDuplex,
  type OpenedChannel,
  type Role,
  ServerConnection,
  type ServerScope,
} from "channel-frames/connection";
import { fieldsOf, request } from "./bytes.ts";
import { lines } from "./lines.ts";
import { marking } from "./marking.ts";
import { type MemoryPeer, memoryLine } from "./memory_line.ts";
import { nextOf } from "./next_of.ts";
import type { RawPeer } from "./raw_peer.ts";

/** A connection with a raw peer, and one open scope. */
export interface Scene<C = ClientConnection | ServerConnection, S = ClientScope | ServerScope, P = RawPeer> {
  readonly connection: C;
  readonly scope: S;
  readonly peer: P;
  /** Opens a channel, and waits until the peer has been asked for it. */
  ask(payload?: Iterable<number>): Promise<OpenedChannel>;
  /** Fulfils when the connection has taken everything that the peer has sent so far. */
  settled(): Promise<void>;
}

export type ClientScene<P = RawPeer> = Scene<ClientConnection, ClientScope, P>;
export type ServerScene<P = RawPeer> = Scene<ServerConnection, ServerScope, P>;

interface Ends<P> {
  readonly messages: MessageDuplex;
  readonly peer: P;
}

function asking(scope: ClientScope | ServerScope, peer: RawPeer): Scene["ask"] {
  return async (payload = []) => {
    const channel = scope.channel(Uint8Array.from(payload));
    const asked = fieldsOf(await peer.next());
    const expected = { type: 4, scope: scope.number, channel: channel.number, payload: [...payload] };
    if (JSON.stringify(asked) !== JSON.stringify(expected)) throw new Error(`No request: ${JSON.stringify(asked)}`);
    return channel;
  };
}

/** A client, whose peer is a raw server. */
export async function clientScene<P extends RawPeer>(
  { messages, peer }: Ends<P>,
  options: ConnectionOptions = {},
): Promise<ClientScene<P>> {
  const { options: marked, settled } = marking(peer, options);
  const connection = new ClientConnection(messages, marked);
  const scope = connection.open(Uint8Array.of(1));
  await peer.next();
  return { connection, scope, peer, settled, ask: asking(scope, peer) };
}

/** A server, whose peer is a raw client. */
export async function serverScene<P extends RawPeer>(
  { messages, peer }: Ends<P>,
  options: ConnectionOptions = {},
): Promise<ServerScene<P>> {
  const { options: marked, settled } = marking(peer, options);
  const connection = new ServerConnection(messages, marked);
  peer.send(request(7, [1]));
  const scope = await nextOf(connection.scopes);
  return { connection, scope, peer, settled, ask: asking(scope, peer) };
}

const ofRole = { client: clientScene, server: serverScene };

/** The same, for a test that has to look into the line. */
export function memoryScene(
  role: Role,
  options?: ConnectionOptions,
): Promise<Scene<ClientConnection | ServerConnection, ClientScope | ServerScope, MemoryPeer>> {
  return ofRole[role](memoryLine(), options);
}

type Place = readonly [name: string, begin: (options?: ConnectionOptions) => Promise<Scene>, role: Role];

const roles: readonly Role[] = ["client", "server"];

/** Either role over either line, for a table of tests. */
export const places: readonly Place[] = roles.flatMap((role) =>
  lines.map((line): Place => {
    const name = `A ${role}, ${line.name},`;
    return [name, async (options) => ofRole[role](await line.withPeer(role), options), role];
  }),
);
