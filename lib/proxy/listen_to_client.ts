import { type ClosedBy, type ConnectionListener, listenToConnection } from "./connection_tap.ts";
import { isMcpTransport, type McpClient } from "./mcp_client.ts";
import { wrap } from "./wrap.ts";

/**
 * Listens to the connection of a client: to that which it has, or else to that of its next `connect`, which has failed
 * when the connection does not come about.
 *
 * @returns what stops it
 */
export function listenToClient(client: McpClient, listener: ConnectionListener): () => void {
  if (client.transport) return listenToConnection(client, client.transport, listener);
  let stop = wrap(client, "connect", ([transport], run) => {
    // What is no transport, the client will complain of.
    if (!isMcpTransport(transport)) return run();
    stop();
    let isOpening = true;
    let closed: { readonly by: ClosedBy } | undefined;
    stop = listenToConnection(client, transport, {
      ...listener,
      closed(by) {
        // A client closes what it cannot open, and says why only afterwards.
        closed = { by };
        if (!isOpening) listener.closed(by);
      },
    });
    const opened = new Promise((resolve) => resolve(run()));
    opened.then(
      () => {
        isOpening = false;
        if (closed) listener.closed(closed.by);
      },
      (error: unknown) => {
        stop();
        listener.closed({ error });
      },
    );
    return opened;
  });
  return () => stop();
}
