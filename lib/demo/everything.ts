import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** A client of the official `server-everything`, which is to be a process of its own. */
export interface Everything {
  readonly client: Client;
  /** Starts the server and connects to it over stdio. */
  connect(signal: AbortSignal): Promise<void>;
  /** Stops both, and does nothing the second time. */
  close(): Promise<void>;
}

export function everything(): Everything {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(manifest), "dist", "index.js"), "stdio"],
    stderr: "ignore",
  });
  const client = new Client({ name: "channel-frames-demo", version: "1.0.0" }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///demo", name: "demo" }] }));
  const close = async (): Promise<void> => {
    stop(transport.pid);
    await client.close();
  };
  return {
    client,
    async connect(signal) {
      try {
        await client.connect(transport, { signal });
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}

/** The server's timers would keep it for two seconds after its input ends; on this signal it leaves at once. */
function stop(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, "SIGINT");
  } catch {
    // It has left already.
  }
}
