// Runs in a process of its own: connections over WebSockets that come to their end in every way, in the middle of what
// they do. Nothing here ends the process: a timer or a socket that is left keeps it alive.
import { ClientConnection, type ConnectionOptions, ServerConnection } from "channel-frames/connection";
import { webSocketMessages } from "channel-frames/websocket";
import { turn } from "../support/pause.ts";
import { nextOf } from "./support/next_of.ts";
import { openSockets } from "./support/sockets.ts";

type End = (
  sides: { readonly client: ClientConnection; readonly server: ServerConnection; drop(): void },
  abort: AbortController,
) => unknown;

const ends: Readonly<Record<string, End>> = {
  "the client closes": ({ client }) => client.close(),
  "the server closes": ({ server }) => server.close(),
  "the client aborts": ({ client }) => client.abort(),
  "the server aborts": ({ server }) => server.abort(new Error("enough")),
  "a signal fires": (_, abort) => abort.abort(),
  "the network fails": ({ drop }) => drop(),
};

for (const [name, end] of Object.entries(ends)) {
  const abort = new AbortController();
  // A timer that is left would outlive the patience of whoever waits for this process.
  const options: ConnectionOptions = { stallTimeout: 120_000, maxQueuedMessages: 1, signal: abort.signal };
  const sockets = await openSockets(webSocketMessages, webSocketMessages);
  const client = new ClientConnection(sockets.client, options);
  const server = new ServerConnection(sockets.server, options);
  const ours = client.open(new Uint8Array());
  const theirs = await nextOf(server.scopes);
  // Both sides are stalled by a channel that nobody reads, which has more to come.
  ours.channel(new Uint8Array());
  theirs.channel(new Uint8Array());
  for (const scope of [ours, theirs]) {
    const writer = (await nextOf(scope.channels)).writable.getWriter();
    for (let n = 0; n < 10; n++) writer.write(Uint8Array.of(n)).catch(() => {});
  }
  await turn();
  await end({ client, server, drop: sockets.drop }, abort);
  client.abort();
  server.abort();
  console.log(name);
}
