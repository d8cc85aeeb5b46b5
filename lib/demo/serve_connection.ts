import { type IncomingChannel, ServerConnection, type ServerScope } from "../connection/mod.ts";
import type { WebSocketMessages } from "../websocket/mod.ts";
import { agentScript, ENDPOINTS, filesScript, indexScript } from "./connection_script.ts";
import { scripted } from "./scripted.ts";
import { promptOf, sendNotifications, sendRunLoop } from "./serve.ts";

/** Serves a provider connection until the client closes it. */
export async function serveConnection(messages: WebSocketMessages): Promise<void> {
  const connection = new ServerConnection(messages);
  for await (const scope of connection.scopes) await serveScope(scope);
}

async function serveScope(scope: ServerScope): Promise<void> {
  for await (const channel of scope.channels) {
    serveChannel(channel, scope).catch(() => {
      // It is open, without an answer, until the scope is over; and then cut.
    });
  }
}

async function serveChannel({ request, writable }: IncomingChannel, scope: ServerScope): Promise<void> {
  switch (request[0]) {
    case ENDPOINTS.files:
      return sendNotifications(scripted(filesScript(), 90), writable);
    case ENDPOINTS.index:
      return sendNotifications(scripted(indexScript(), 70), writable);
    case ENDPOINTS.agent:
      await sendRunLoop(scripted(agentScript(promptOf(request.subarray(1))), 40), writable);
      // The run is what the scope is there for: with it everything is over, finished or not.
      return scope.writable.close();
    default:
      // A finish at once says that nobody serves this.
      return writable.close();
  }
}
