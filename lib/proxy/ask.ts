/** The kinds of asks by name, and the byte that each has in a message. A name is what comes in the path of the answer. */
export const ASK_KINDS = {
  "mcp/list-tools": 0,
  "mcp/list-resources": 1,
  "mcp/call-tool": 2,
  "mcp/read-resource": 3,
  "mcp/notifications": 4,
  "vault/get": 5,
  "vault/set": 6,
  "vault/delete": 7,
  "vault/lock": 8,
  "vault/unlock": 9,
  command: 10,
  postgres: 11,
  "fuse/read": 12,
  "fuse/write": 13,
  "fuse/list": 14,
  "fuse/remove": 15,
  "fuse/rename": 16,
  "fuse/mkdir": 17,
  "fuse/stat": 18,
} as const;

/** What is asked for. See {@link ASK_KINDS}. */
export type AskKind = keyof typeof ASK_KINDS;

/** One message on `/requests`, which only the proxy sends. */
export interface Ask {
  /** An unsigned 32-bit integer, unique among the asks that were sent and are not answered yet. */
  readonly channel: number;
  readonly kind: AskKind;
  /**
   * What the kind says it is. That of `"mcp/notifications"` is empty when it is written, and whatever is in it when it
   * is read means nothing.
   */
  readonly payload: Uint8Array;
}

/** The bytes before the payload: the channel and the kind. */
export const ASK_HEADER_BYTES = 5;

/** The largest number of a channel. */
export const LARGEST_CHANNEL = 0xffff_ffff;

/** Whether a number can be that of a channel. */
export function isChannel(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= LARGEST_CHANNEL;
}

const names: readonly string[] = Object.keys(ASK_KINDS);

/** Whether a name is that of a kind. */
export function isAskKind(name: unknown): name is AskKind {
  return typeof name === "string" && names.includes(name);
}

/** The name of a kind, by its byte. */
export function askKindOf(byte: number): AskKind | undefined {
  const name = names[byte];
  return isAskKind(name) ? name : undefined;
}
