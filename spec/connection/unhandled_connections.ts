// Runs in a process of its own: connections that fail while nobody looks. Nothing here awaits or catches what is not its
// business, so whatever the library leaves unhandled ends the process.
import { ClientConnection, type ConnectionOptions, ServerConnection } from "channel-frames/connection";
import { A, B } from "../support/messages.ts";
import { pause, turn } from "../support/pause.ts";
import { channelFinish, channelRequest, channelResponse, request, response, responseFinish } from "./support/bytes.ts";
import { type MemoryPeer, memoryLine } from "./support/memory_line.ts";

process.on("unhandledRejection", (reason) => {
  console.error("unhandled:", reason);
  process.exit(1);
});

let connections = 0;

/** What may end a connection, or go wrong. */
type Trouble = (connection: ClientConnection | ServerConnection, peer: MemoryPeer, abort: AbortController) => void;

const reasons = [undefined, null, "x", new Error("broken")];
const few = reasons.slice(-2);
const troubles: readonly Trouble[] = [
  (_, peer) => peer.close(),
  (_, peer) => peer.break(),
  ...reasons.map(
    (reason): Trouble =>
      (_, peer) =>
        peer.refuse(reason),
  ),
  ...few.map(
    (reason): Trouble =>
      (connection) =>
        connection.abort(reason),
  ),
  ...few.map(
    (reason): Trouble =>
      (_connection, _peer, abort) =>
        abort.abort(reason),
  ),
  (connection) => void connection.close().catch(() => {}),
  (connection, peer) => {
    // Whoever closes is told, and looks after that.
    connection.close().catch(() => {});
    peer.break();
    peer.refuse("x");
  },
  (connection) => {
    connection.close().catch(() => {});
    connection.abort("x");
  },
  (_, peer) => peer.send(new Uint8Array(2)), // for a callback that throws
  (_, peer) => peer.send(responseFinish(1)),
];

function throwing(reason: unknown): ConnectionOptions {
  const onDisregard = (): never => {
    throw reason;
  };
  return { onDisregard, onAuthorization: onDisregard, onStall: onDisregard, stallTimeout: 1 };
}

const variants: readonly ConnectionOptions[] = [
  {},
  { maxQueuedMessages: 1, maxQueuedOpenings: 1 },
  { maxQueuedMessages: 1, maxQueuedOpenings: 1, whenFull: "cut" },
  throwing(undefined),
  throwing(new Error("callback")),
];

/** Has a connection do everything that it can do at a time, with nobody waiting for any of it. */
function occupy(connection: ClientConnection | ServerConnection, peer: MemoryPeer): void {
  peer.send(request(1), request(2));
  for (const scope of [1, 2]) {
    peer.send(channelRequest(scope, 1, A), channelRequest(scope, 2), response(scope, A));
    peer.send(channelResponse(scope, 1, A), channelResponse(scope, 1, B), channelResponse(scope, 1, A));
    peer.send(channelFinish(scope, 2));
  }
  const scopes = connection instanceof ClientConnection ? [connection.open(A), connection.open(B)] : undefined;
  const use = async (scope: NonNullable<typeof scopes>[number]): Promise<void> => {
    scope.channel(A).readable.getReader();
    scope.channel(A);
    const { readable } = scope.channel(A);
    readable
      .getReader()
      .read()
      .catch(() => {});
    for await (const { writable } of scope.channels) {
      const writer = writable.getWriter();
      for (const message of [A, B, A]) writer.write(message).catch(() => {});
      writer.close().catch(() => {});
    }
  };
  if (scopes) for (const scope of scopes) use(scope).catch(() => {});
  else if (connection instanceof ServerConnection) {
    (async () => {
      for await (const scope of connection.scopes) {
        use({ ...scope, responses: new ReadableStream() }).catch(() => {});
        scope.writable.getWriter();
      }
    })().catch(() => {});
  }
}

const roles = ["client", "server"] as const;
const states = ["idle", "busy", "busy and not heard"] as const;

async function endBy(
  trouble: Trouble,
  variant: ConnectionOptions,
  role: (typeof roles)[number],
  state: (typeof states)[number],
): Promise<void> {
  const { messages, peer } = memoryLine();
  const abort = new AbortController();
  const options = { ...variant, signal: abort.signal };
  const connection =
    role === "client" ? new ClientConnection(messages, options) : new ServerConnection(messages, options);
  if (state === "busy and not heard") peer.deafen();
  if (state !== "idle") occupy(connection, peer);
  if (connections++ % 2) await turn();
  trouble(connection, peer, abort);
  await turn();
  peer.break();
  peer.listen();
  await turn();
}

if (process.argv.includes("--fail")) Promise.reject(new Error("on purpose"));

for (const trouble of troubles) {
  const all = variants.flatMap((variant) =>
    roles.flatMap((role) => states.map((state) => [variant, role, state] as const)),
  );
  await Promise.all(all.map((one) => endBy(trouble, ...one)));
}

// What has been made to wait is told of by a timer.
await pause(50);
console.log(`${connections} connections`);
