import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { CreateTaskResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** What names the progress of the long-running operation. */
export const PROGRESS_TOKEN = "import-1";

/** The resource that is subscribed to. */
export const WATCHED_URI = "demo://resource/dynamic/text/1";

/**
 * Makes the server send notifications of every kind it has. (List changes of tools come by themselves when a client
 * connects, and a log message when it has listed its roots.)
 */
export async function provoke(client: Client, signal: AbortSignal): Promise<void> {
  const options = { signal };
  const call = (name: string, args: Record<string, unknown> = {}): Promise<unknown> =>
    client.callTool({ name, arguments: args }, undefined, options);

  await client.setLoggingLevel("debug", options);
  await client.subscribeResource({ uri: WATCHED_URI }, options);
  await call("toggle-subscriber-updates");
  await call("toggle-simulated-logging");
  // The file becomes a resource, so the list of resources changes.
  await call("gzip-file-as-resource", { name: "hello.gz", data: "data:text/plain,hello" });
  // A task reports its status by a method that this revision of the protocol does not define: a custom notification.
  await client.request(
    {
      method: "tools/call",
      params: { name: "simulate-research-query", arguments: { topic: "frames" }, task: { ttl: 60_000 } },
    },
    CreateTaskResultSchema,
    options,
  );
  await client.callTool(
    {
      name: "trigger-long-running-operation",
      arguments: { duration: 1.2, steps: 4 },
      _meta: { progressToken: PROGRESS_TOKEN },
    },
    undefined,
    options,
  );
}
