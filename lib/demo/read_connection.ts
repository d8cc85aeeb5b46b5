import { ClientConnection } from "../connection/mod.ts";
import type { WebSocketMessages } from "../websocket/mod.ts";
import { ENDPOINTS, QUESTION } from "./connection_script.ts";
import { type ReadOptions, readNotifications } from "./read_notifications.ts";
import { readRunLoop } from "./read_run_loop.ts";

/** Opens four channels over one connection, reads them all at once, and closes it. */
export async function readConnection(messages: WebSocketMessages, { emit, signal }: ReadOptions): Promise<void> {
  const connection = new ClientConnection(messages);
  const scope = connection.open(new TextEncoder().encode("a run"));
  const ask = (
    what: string,
    request: Uint8Array,
    read: (messages: ReadableStream<Uint8Array>, options: ReadOptions) => Promise<void>,
  ): Promise<void> => {
    const { number, readable } = scope.channel(request);
    emit({ kind: "asked", what }, number);
    return read(readable, { emit: (happening) => emit(happening, number), signal });
  };
  await Promise.all([
    ask("notifications of files", Uint8Array.of(ENDPOINTS.files), readNotifications),
    ask("notifications of mail", Uint8Array.of(ENDPOINTS.mail), readNotifications),
    ask("notifications of an index", Uint8Array.of(ENDPOINTS.index), readNotifications),
    ask("a run loop", runLoopRequest(QUESTION), readRunLoop),
  ]);
  await connection.close();
}

function runLoopRequest(prompt: string): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify({ prompt }));
  return Uint8Array.of(ENDPOINTS.agent, ...body);
}
