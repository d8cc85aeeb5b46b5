import type { JsonValue } from "../frame/json_value.ts";

/** Error data of MCP and JSON-RPC: what tag 1 of a notification channel holds. */
export interface ErrorData<N = number> {
  /** A signed integer of 32 bits. No range of it is reserved. */
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue<N> | undefined;
}
