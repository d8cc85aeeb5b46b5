import type { Replaceable } from "./wrap.ts";

/** A transport of an MCP SDK, as far as this library uses it. */
export interface McpTransport {
  onmessage?: Replaceable | undefined;
  onerror?: Replaceable | undefined;
  onclose?: Replaceable | undefined;
  close: Replaceable<Promise<void>>;
}

/** A `Client` of an MCP SDK, as far as this library uses it. */
export interface McpClient {
  /** Absent while it is not connected. */
  readonly transport?: McpTransport | undefined;
  connect: Replaceable<Promise<void>>;
  close: Replaceable<Promise<void>>;
}

export function isMcpClient(value: unknown): value is McpClient {
  return ["connect", "close"].every((name) => typeof Object(value)[name] === "function");
}

export function isMcpTransport(value: unknown): value is McpTransport {
  return typeof Object(value).close === "function";
}
