import { FrameError } from "../frame/frame_error.ts";
import type { NotificationFrame } from "../notifications/notification_frame.ts";
import type { Ending } from "../streams/ending.ts";
import type { AnswerMessages } from "./answer_messages.ts";
import type { AskChannel } from "./ask_channel.ts";
import { AskLostError } from "./ask_lost_error.ts";
import type { Backoff } from "./backoff.ts";
import { delay } from "./delay.ts";
import type { Feed } from "./feed.ts";
import type { Gap } from "./gap.ts";
import { type NotificationPath, readPath } from "./notification_path.ts";
import type { StandingSettings } from "./standing_options.ts";
import type { StandingState } from "./standing_state.ts";

/** The life of a standing subscription: when to ask, what to tell of each end, and when to ask again. */
export class StandingAsk {
  state: StandingState = "waiting";
  readonly #channel: AskChannel;
  readonly #feed: Feed<NotificationFrame | Gap>;
  readonly #backoff: Backoff;
  readonly #options: StandingSettings;
  readonly #stopped: AbortController = new AbortController();
  #path: NotificationPath | undefined;
  #askedOn = 0; // the connection of the last ask
  #after = 0; // the connection that is not to be asked on, nor any before it
  #isBarren = false; // the last path died, and had said nothing

  constructor(channel: AskChannel, feed: Feed<NotificationFrame | Gap>, backoff: Backoff, options: StandingSettings) {
    this.#channel = channel;
    this.#feed = feed;
    this.#backoff = backoff;
    this.#options = options;
  }

  start(): void {
    const { signal } = this.#options;
    const abandon = (): void => {
      this.#feed.abandon(signal?.reason);
      this.stop(signal?.reason);
    };
    if (signal?.aborted) abandon();
    else signal?.addEventListener("abort", abandon);
    this.#run()
      .catch((reason) => {
        // If the reader has left, or the signal has fired, the stream is over already.
        if (reason instanceof AskLostError) this.#feed.close();
        else this.#feed.abandon(reason);
      })
      .then(() => {
        this.state = "waiting";
        signal?.removeEventListener("abort", abandon);
      });
  }

  /** Asks no more, and leaves the path. */
  stop(reason: unknown): void {
    this.#stopped.abort(reason);
    this.#path?.leave(reason);
  }

  /** For life: it only ends by what its waiting is ended by. */
  async #run(): Promise<never> {
    const { signal } = this.#stopped;
    await this.#channel.untilExchanged({ signal });
    let gap: Pick<Gap, "ending" | "since"> | undefined;
    for (;;) {
      this.state = "waiting";
      await this.#channel.untilConnected({ after: this.#after, signal });
      this.state = "asking";
      const messages = await this.#ask(signal);
      if (!messages) continue;
      this.state = "open";
      const opened = Date.now();
      if (gap) await this.#feed.push({ type: "gap", ...gap, until: opened });
      const { ending, since } = await this.#read(messages);
      gap = { ending, since };
      this.state = "waiting";
      if (this.#options.whenCut === "next-connection" || isDeliberate(ending)) this.#after = this.#askedOn;
      else await this.#calmDown(ending, since - opened);
      signal.throwIfAborted();
    }
  }

  /** @returns `undefined` if the ask was lost, and there may be another */
  async #ask(signal: AbortSignal): Promise<AnswerMessages | undefined> {
    try {
      return await this.#channel.ask("mcp/notifications", undefined, {
        signal,
        onAnnounced: (connection) => {
          this.#askedOn = connection;
        },
      });
    } catch (error) {
      if (!(error instanceof AskLostError) || error.code === "closed") throw error;
      if (error.code !== "requests-ended") await this.#pause(this.#backoff.next());
      return undefined;
    }
  }

  async #read(messages: AnswerMessages): Promise<Awaited<NotificationPath["ended"]>> {
    this.#path = readPath(messages, this.#feed, this.#options);
    if (this.#stopped.signal.aborted) this.#path.leave(this.#stopped.signal.reason);
    const ended = await this.#path.ended;
    this.#path = undefined;
    return ended;
  }

  /** Paths that die one after the other, and say nothing, are not asked for as fast as they die. */
  async #calmDown({ frames }: Ending<NotificationFrame>, lasted: number): Promise<void> {
    const wasBarren = this.#isBarren;
    this.#isBarren = frames === 0 && !this.#backoff.survived(lasted);
    if (!this.#isBarren) this.#backoff.reset();
    else if (wasBarren) await this.#pause(this.#backoff.next());
  }

  /** Another connection is another chance, and ends the pause. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stopped;
    signal.throwIfAborted();
    const over = new AbortController();
    const end = (): void => over.abort();
    signal.addEventListener("abort", end);
    const next = this.#channel.untilConnected({ after: this.#channel.connections, signal: over.signal });
    // Whichever it was, what comes next notices a stop, or that the channel is closed.
    await Promise.race([delay(milliseconds, over.signal), next]).catch(() => {});
    next.catch(() => {});
    over.abort();
    signal.removeEventListener("abort", end);
  }
}

/** Whether the server wanted the path to end, or would only say once more what cannot be read. */
function isDeliberate(ending: Ending<NotificationFrame>): boolean {
  return ending.kind === "cut" ? ending.reason instanceof FrameError : ending.kind !== "cancelled";
}
