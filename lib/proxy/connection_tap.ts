import type { McpClient, McpTransport } from "./mcp_client.ts";
import { wrap } from "./wrap.ts";

/** What is heard of the connection of a client. After `closed` nothing is. */
export interface ConnectionListener {
  message(message: unknown): void;
  failed(error: unknown, transport: McpTransport): void;
  closed(by: ClosedBy): void;
}

/** Who closed a connection: the client's owner, some error, or nobody here. */
export type ClosedBy = "local" | { readonly error: unknown } | undefined;

/**
 * Listens to a connection beside the client that has it, which keeps some notifications to itself, and has one handler at
 * most for each of the others.
 *
 * @returns what stops it
 */
export function listenToConnection(
  client: McpClient,
  transport: McpTransport,
  listener: ConnectionListener,
): () => void {
  let isLocal = false;
  let isClosing = false;
  let failure: { readonly error: unknown } | undefined; // of this very turn, or for which it is closed

  const failed = (error: unknown): void => {
    // While it closes, something always breaks.
    if (isClosing) return;
    const own = { error };
    failure ??= own;
    Promise.resolve().then(() => {
      if (failure === own && !isClosing) failure = undefined;
    });
    listener.failed(error, transport);
  };
  const closed = (): void => {
    stop();
    listener.closed(failure ?? (isLocal ? "local" : undefined));
  };
  const before =
    (act: (argument: unknown) => void) =>
    ([argument]: readonly unknown[], run: () => unknown): unknown => {
      act(argument);
      return run();
    };

  const undo = [
    wrap(
      transport,
      "onmessage",
      before((message) => listener.message(message)),
    ),
    wrap(transport, "onerror", before(failed)),
    wrap(transport, "onclose", before(closed)),
    wrap(
      transport,
      "close",
      before(() => {
        isClosing = true;
      }),
    ),
    wrap(client, "close", (_, run) => {
      isClosing = true;
      isLocal = true;
      const result = run();
      // The transport should have said so. Then this comes too late to count.
      Promise.resolve(result).then(closed, closed);
      return result;
    }),
  ];
  const stop = (): void => {
    for (const each of undo.splice(0)) each();
  };
  return stop;
}
