/** What the client of a connection asks of its server, as the payload of the request of a channel. */
export interface ChannelAsk {
  /** How many numbered messages the answer has. */
  readonly count?: number;
  /** The number of the first. */
  readonly first?: number;
  readonly bytes?: number;
  /** What follows. @default "finish" */
  readonly afterwards?: "finish" | "stay" | "finish scope" | "close connection" | "break connection off";
}

/** The same for a scope. */
export interface ScopeAsk {
  /** How many numbered responses there are at once. */
  readonly responses?: number;
  /** How many channels the server opens, after which it answers with an {@link Answered} for each, and finishes. */
  readonly opens?: number;
}

/** What came of a channel that the server opened. */
export interface Answered {
  readonly channel: number;
  readonly numbers: readonly (number | undefined)[];
  readonly end: "done" | string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function toPayload(ask: ChannelAsk | ScopeAsk | Answered): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(ask));
}

export function fromPayload<T>(payload: Uint8Array): T {
  return JSON.parse(decoder.decode(payload));
}
