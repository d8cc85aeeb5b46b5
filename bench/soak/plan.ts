/** What the writer of a channel is to do; it stands in the request. */
export interface ChannelPlan {
  /** What the content is made from, so that both sides know it. */
  readonly id: number;
  /** How many messages there are. None, and it is not served. */
  readonly count: number;
  /** After how many it gives up, if it does. */
  readonly abortAfter?: number | undefined;
  /** The mean of the virtual seconds between two messages. */
  readonly gap: number;
}

/** What the server is to do with a scope; it stands in its request. */
export interface ScopePlan {
  readonly seed: number;
  /** After how many virtual seconds it is finished, whatever goes on in it. */
  readonly life: number;
  /** How many channels of it the server keeps open. */
  readonly slots: number;
}

/** A plan as a payload. */
export function toPayload(plan: ChannelPlan | ScopePlan): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(plan));
}

/** The plan of such a payload. */
export function fromPayload<P extends ChannelPlan | ScopePlan>(payload: Uint8Array): P {
  return JSON.parse(new TextDecoder().decode(payload));
}
