import { excerpt } from "../frame/excerpt.ts";
import type { ErrorData } from "../notifications/error_data.ts";

/** What JSON-RPC clients of MCP call a connection that is gone: the first of the codes that are free to use. */
const CONNECTION_CLOSED = -32_000;

/** Room for what HTTP has to say, and none for a page of it. */
const LONGEST_MESSAGE = 200;

/** Error data for what a connection failed with, or for one that was closed without a word. */
export function connectionErrorData(error?: unknown): ErrorData {
  if (error === undefined) return { code: CONNECTION_CLOSED, message: "Connection closed" };
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  return {
    // Those of JSON-RPC are negative. Others have HTTP's here, or names.
    code: isInt32(code) && code < 0 ? code : CONNECTION_CLOSED,
    message: excerpt(String(message ?? error), LONGEST_MESSAGE),
  };
}

function isInt32(value: unknown): value is number {
  return typeof value === "number" && (value | 0) === value;
}
