import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { onTestFinished } from "vitest";
import { portOf } from "../../websocket/support/port_of.ts";

/** The official `server-everything`, in a process of its own, to be reached in one of its ways. */
export interface Everything {
  /** Where it listens, if it does. */
  readonly port?: number;
  /** A transport for a client that has none. */
  transport(): Transport;
  /** Kills the server where it stands. */
  kill(): Promise<void>;
  /** Starts it again, at the same place. */
  restart(): Promise<void>;
}

const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
const program = join(dirname(manifest), "dist", "index.js");

/** Each transport has a process of its own. */
async function overStdio(): Promise<Everything> {
  let last: StdioClientTransport | undefined;
  const kill = async (): Promise<void> => {
    if (typeof last?.pid === "number") process.kill(last.pid, "SIGKILL");
  };
  onTestFinished(kill);
  return {
    transport() {
      last = new StdioClientTransport({ command: process.execPath, args: [program, "stdio"], stderr: "ignore" });
      return last as Transport;
    },
    kill,
    async restart() {},
  };
}

/** @param mode as the server calls it */
async function overHttp(mode: string, toTransport: (port: number) => Transport): Promise<Everything> {
  const port = await freePort();
  const start = async (): Promise<() => void> => {
    const env = { ...process.env, PORT: String(port) };
    const child = spawn(process.execPath, [program, mode], { env, stdio: ["ignore", "ignore", "pipe"] });
    // It says so when it listens.
    for (let said = ""; !said.includes(`port ${port}`); ) said += (await once(child.stderr, "data")).join("");
    return () => child.kill("SIGKILL");
  };
  let kill = await start();
  onTestFinished(() => kill());
  return {
    port,
    transport: () => toTransport(port),
    kill: async () => kill(),
    async restart() {
      kill = await start();
    },
  };
}

/** A transport that does not lose time when its stream breaks. */
export function streamableHttp(port: number): Transport {
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    reconnectionOptions: {
      initialReconnectionDelay: 20,
      maxReconnectionDelay: 20,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 2,
    },
  }) as Transport;
}

export const overStreamableHttp = (): Promise<Everything> => overHttp("streamableHttp", streamableHttp);

const overSse = (): Promise<Everything> =>
  overHttp("sse", (port) => new SSEClientTransport(new URL(`http://127.0.0.1:${port}/sse`)));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

/** The ways to the server, and what they are called. */
export const ways: readonly (readonly [name: string, start: () => Promise<Everything>])[] = [
  ["stdio", overStdio],
  ["Streamable HTTP", overStreamableHttp],
  ["SSE, as of old", overSse],
];
