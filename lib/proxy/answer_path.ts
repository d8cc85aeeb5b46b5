import { type AskKind, isAskKind, isChannel } from "./ask.ts";
import { AskError } from "./ask_error.ts";

/** Whose answer a path is for. */
export interface AnswerAddress {
  readonly kind: AskKind;
  readonly channel: number;
}

/**
 * The path on which an ask is answered.
 *
 * @throws {AskError} `shape`, for a kind that is none, or a channel beyond 32 bits
 *
 * @example
 * ```ts
 * import { answerPath, parseAnswerPath } from "channel-frames/proxy";
 *
 * console.assert(answerPath("mcp/notifications", 7) === "/mcp/notifications/7");
 * console.assert(parseAnswerPath("/mcp/notifications/7")?.channel === 7);
 * ```
 */
export function answerPath(kind: AskKind, channel: number): string {
  if (!isAskKind(kind)) throw new AskError("shape", "An answer is of one of the kinds of the protocol");
  if (!isChannel(channel)) throw new AskError("shape", "The channel of an answer is an unsigned integer of 32 bits");
  return `/${kind}/${channel}`;
}

/**
 * What a path answers; `undefined` if it is no path of an answer. There is one way to write each: the channel in decimal
 * without leading zeros, nothing percent-encoded, no slash at the end. A query, which may hold what some gateway wants
 * to see, is not looked at.
 *
 * @param path as it stands in a request, such as `/vault/get/12`
 */
export function parseAnswerPath(path: string): AnswerAddress | undefined {
  const [, kind, digits] = /^\/([^?#]+)\/(0|[1-9][0-9]{0,9})(?:\?|$)/.exec(path) ?? [];
  const channel = Number(digits);
  return isAskKind(kind) && isChannel(channel) ? { kind, channel } : undefined;
}
