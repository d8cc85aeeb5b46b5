import type { Role } from "channel-frames/connection";
import fc from "fast-check";

/** A channel of a conversation: who opens it, what its responder says, and whether it finishes. */
export interface ChannelPlan {
  /** Whether the side that is tested opens it, and the peer answers. */
  readonly ours: boolean;
  /** The peer's number, if the peer opens it. */
  readonly number: number;
  readonly messages: readonly Uint8Array[];
  readonly finishes: boolean;
}

/** A scope of a conversation. */
export interface ScopePlan {
  /** The client's number, if the client is the peer. */
  readonly number: number;
  readonly channels: readonly ChannelPlan[];
  /** What the server says in answer to the scope itself. */
  readonly responses: readonly Uint8Array[];
  readonly finishes: boolean;
}

/** How readers take their time: as it comes, with turns in between, or only when everything has been sent. */
export type ReaderPace = "eager" | "slow" | "late";

/** A conversation, as of one side of it. */
export interface ConversationPlan {
  readonly role: Role;
  readonly scopes: readonly ScopePlan[];
  readonly pace: ReaderPace;
  readonly maxQueuedMessages: number;
  /** What becomes of the connection in the end. */
  readonly end: "close" | "break" | "stay";
  /** Decides in which order things happen, and what garbage comes in between. */
  readonly seed: number;
}

const messages = fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 5 });

/** Few of them, so that both sides have the same; the last ones there are, too. */
const number = fc.oneof(fc.nat({ max: 5 }), fc.constantFrom(0x3fff_ffff, 0xffff_ffff));

const channel: fc.Arbitrary<ChannelPlan> = fc.record({ ours: fc.boolean(), number, messages, finishes: fc.boolean() });

const scope: fc.Arbitrary<ScopePlan> = fc.record({
  number,
  channels: fc.uniqueArray(channel, { maxLength: 6, selector: (plan) => (plan.ours ? plan : plan.number) }),
  responses: messages,
  finishes: fc.boolean(),
});

/** Any conversation, valid as it is. */
export const anyConversation: fc.Arbitrary<ConversationPlan> = fc
  .record({
    role: fc.constantFrom<Role>("client", "server"),
    scopes: fc.uniqueArray(scope, { minLength: 1, maxLength: 3, selector: (plan) => plan.number }),
    pace: fc.constantFrom<ReaderPace>("eager", "slow", "late"),
    maxQueuedMessages: fc.constantFrom(1, 2, 256),
    end: fc.constantFrom<ConversationPlan["end"]>("close", "break", "stay"),
    seed: fc.nat(),
  })
  // A reader that comes late to a queue that is full has the connection wait, and so is late for ever.
  .map((plan) => (plan.pace === "late" ? { ...plan, maxQueuedMessages: 256 } : plan));
