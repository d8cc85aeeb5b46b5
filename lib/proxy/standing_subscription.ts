import type { NotificationFrame } from "../notifications/notification_frame.ts";
import { FrameIterator } from "../streams/frame_iterator.ts";
import type { AskChannel } from "./ask_channel.ts";
import { Backoff } from "./backoff.ts";
import { Feed } from "./feed.ts";
import type { Gap } from "./gap.ts";
import { StandingAsk } from "./standing_ask.ts";
import { type StandingOptions, standingSettings } from "./standing_options.ts";
import type { StandingState } from "./standing_state.ts";

/**
 * One ask for notifications that is kept open for life, as a stream of what comes, and of the gaps in it.
 *
 * It asks after the first exchange of kinds 0 to 3. When a path ends in order, by an error frame, or with nothing at all,
 * it asks again on another `/requests` connection than the one it had asked on: the next, or one that has come meanwhile.
 * So no connection is asked again that wanted the end. What happened between two paths is not replayed, and each path
 * that ends is a {@link Gap} in the stream, which comes when the next one is open.
 *
 * The stream ends when the channel is closed. Cancelling it closes the path and asks no more.
 *
 * @example
 * ```ts
 * import { AskChannel, StandingSubscription } from "channel-frames/proxy";
 *
 * const asks = new AskChannel(); // of a proxy
 * const frames = new StandingSubscription(asks);
 * console.assert(frames.state === "waiting");
 * setTimeout(() => asks.close());
 * for await (const frame of frames) {
 *   if (frame.type === "gap") console.warn("something may be missing", frame.ending.kind, frame.until - frame.since);
 *   else if (frame.type === "notification") console.log(frame.notification.method);
 *   else console.error(frame.error.message);
 * }
 * ```
 */
export class StandingSubscription extends ReadableStream<NotificationFrame | Gap> {
  readonly #ask: StandingAsk;
  readonly #feed: Feed<NotificationFrame | Gap>;

  /** @throws {TypeError} for an option that has no sense. */
  constructor(channel: AskChannel, options: StandingOptions = {}) {
    const settings = standingSettings(options);
    const feed = new Feed<NotificationFrame | Gap>(settings.maxQueued, (reason) => ask.stop(reason));
    const ask = new StandingAsk(channel, feed, new Backoff(options), settings);
    super(feed.source, { highWaterMark: 0 });
    this.#ask = ask;
    this.#feed = feed;
    ask.start();
  }

  /**
   * `"waiting"`: for the first exchange, the next connection, or a pause to be over. `"asking"`: for an answer.
   * `"open"`: there is a path.
   */
  get state(): StandingState {
    return this.#ask.state;
  }

  override values(options?: { preventCancel?: boolean }): AsyncIteratorObject<NotificationFrame | Gap, undefined> {
    return new FrameIterator(this.getReader(), this.#feed, options?.preventCancel ?? false);
  }

  override [Symbol.asyncIterator](options?: {
    preventCancel?: boolean;
  }): AsyncIteratorObject<NotificationFrame | Gap, undefined> {
    return this.values(options);
  }
}
