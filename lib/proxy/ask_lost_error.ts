import { ChannelError } from "../frame/channel_error.ts";

/**
 * Why an ask will not be answered. `"requests-ended"`: the connection on which it was announced ended first.
 * `"not-opened"`: the server had begun to open the path of the answer, and did not get there. `"too-many"`: as many are
 * held for the next connection as may be. `"closed"`: the channel was closed.
 */
export type AskLostCode = "requests-ended" | "not-opened" | "too-many" | "closed";

const told: Readonly<Record<AskLostCode, string>> = {
  "requests-ended": "The connection on which this was asked ended before the answer",
  "not-opened": "The path of the answer was asked for and not opened",
  "too-many": "Too many asks wait for a connection",
  closed: "The proxy has stopped to ask",
};

/** An ask that will not be answered. Whether the server has seen it, nobody knows. */
export class AskLostError extends ChannelError {
  static override readonly "~channel-frames": string = "AskLostError";

  readonly code: AskLostCode;

  constructor(code: AskLostCode, options?: { readonly cause?: unknown }) {
    super(told[code], options);
    this.code = code;
  }
}
