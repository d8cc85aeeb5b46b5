import { ChannelError } from "../frame/channel_error.ts";

/**
 * Why a path could not be opened. `"unknown"`: HTTP 404, nobody waits for this answer (any more). `"taken"`: HTTP 409, it
 * is answered already; of `/requests`, another server is connected. `"refused"`: another status. `"unopened"`: the
 * runtime does not tell, as in all browsers; it may be any of these, or nobody may be there.
 */
export type AnswerRefusedCode = "unknown" | "taken" | "refused" | "unopened";

const told: Readonly<Record<AnswerRefusedCode, string>> = {
  unknown: "The proxy does not wait for this answer",
  taken: "The proxy has somebody else on this path already",
  refused: "The proxy refused the path",
  unopened: "The path could not be opened",
};

/** A path of a proxy that could not be opened. */
export class AnswerRefusedError extends ChannelError {
  static override readonly "~channel-frames": string = "AnswerRefusedError";

  readonly code: AnswerRefusedCode;
  /** The HTTP status, where the runtime lets one see it. */
  readonly status: number | undefined;

  constructor(status: number | undefined, options?: { readonly cause?: unknown }) {
    const code = codeOf(status);
    super(`${told[code]}${status === undefined ? "" : ` (HTTP ${status})`}`, options);
    this.code = code;
    this.status = status;
  }
}

function codeOf(status: number | undefined): AnswerRefusedCode {
  if (status === undefined) return "unopened";
  if (status === 404) return "unknown";
  return status === 409 ? "taken" : "refused";
}
