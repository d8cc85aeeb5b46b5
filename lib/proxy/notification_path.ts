import type { NotificationFrame } from "../notifications/notification_frame.ts";
import { notificationFrames } from "../notifications/notification_frames.ts";
import type { Ending } from "../streams/ending.ts";
import { readFrames } from "../streams/read_frames.ts";
import type { AnswerMessages } from "./answer_messages.ts";
import type { Feed } from "./feed.ts";
import type { Gap } from "./gap.ts";
import type { StandingOptions } from "./standing_options.ts";

/** How a path ended. */
interface PathEnd {
  readonly ending: Ending<NotificationFrame>;
  /** When, in milliseconds since 1970. */
  readonly since: number;
}

/** A path that is being read. */
export interface NotificationPath {
  readonly ended: Promise<PathEnd>;
  leave(reason: unknown): void;
}

/** Reads a path into the feed, as far as that has room. */
export function readPath(
  { readable, closed }: AnswerMessages,
  feed: Feed<NotificationFrame | Gap>,
  { maxMessageBytes, maxDepth, integers, onMalformed }: StandingOptions,
): NotificationPath {
  const options = { maxMessageBytes, maxDepth, integers, onMalformed, unserved: "close" } as const;
  const frames = readFrames(readable, notificationFrames, options);
  const reader = frames.getReader();
  // The path may be over long before a slow reader gets there.
  let since: number | undefined;
  const mark = (): number => {
    since ??= Date.now();
    return since;
  };
  closed.then(mark, mark);

  const read = async (): Promise<PathEnd> => {
    try {
      for (let result = await reader.read(); !result.done; result = await reader.read()) await feed.push(result.value);
    } catch {
      // The ending says it.
    }
    return { ending: await frames.ending, since: mark() };
  };
  return { ended: read(), leave: (reason) => void reader.cancel(reason).catch(() => {}) };
}
