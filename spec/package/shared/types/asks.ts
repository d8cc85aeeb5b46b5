import type { NotificationFrame } from "channel-frames";
import {
  type Ask,
  AskChannel,
  AskDecoderStream,
  type AskHandlers,
  answerPath,
  type Gap,
  StandingSubscription,
} from "channel-frames/proxy";
import { type Equal, is } from "./equal.ts";

/** What comes of a subscription narrows by its type: a gap is no frame. */
export async function follow(channel: AskChannel): Promise<string> {
  const { value } = await new StandingSubscription(channel).getReader().read();
  is<Equal<typeof value, NotificationFrame | Gap | undefined>>();
  if (value?.type === "gap") return value.ending.kind;
  if (value?.type === "notification") return value.notification.method;
  return value?.error.message ?? "";
}

/** Handlers go by the names of the kinds. */
export const handlers: AskHandlers = {
  "mcp/notifications": (ask) => {
    is<Equal<typeof ask.channel, number>>();
    return new ReadableStream<NotificationFrame>();
  },
  // @ts-expect-error there is no such kind
  "mcp/subscribe": () => undefined,
};

export const paths = (messages: ReadableStream<Uint8Array>): readonly [ReadableStream<Ask>, string] => [
  messages.pipeThrough(new AskDecoderStream()),
  answerPath("fuse/stat", 3),
];

export const channel: AskChannel = new AskChannel({ maxAsks: undefined });
