import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";

/** A client and a server of the SDK in this process, and the transport between them at its two ends. */
export interface McpPair {
  readonly client: Client;
  readonly server: Server;
  readonly near: InMemoryTransport;
  readonly far: InMemoryTransport;
  connect(): Promise<void>;
}

export function mcpPair(): McpPair {
  const client = new Client({ name: "near", version: "1.0.0" });
  const server = new Server({ name: "far", version: "1.0.0" }, { capabilities: { tools: {} } });
  const [near, far] = InMemoryTransport.createLinkedPair();
  return {
    client,
    server,
    near,
    far,
    async connect() {
      await Promise.all([server.connect(far), client.connect(near)]);
    },
  };
}
