import type { AskChannel } from "./ask_channel.ts";
import type { StandingSubscription } from "./standing_subscription.ts";

/** A proxy that runs. It is made by `createProxy`. */
export interface RunningProxy {
  readonly port: number;
  /** Where it is reached, such as `ws://127.0.0.1:14979`. */
  readonly url: string;
  /** What it asks the server that is connected to `/requests`. */
  readonly asks: AskChannel;
  /** The one ask for notifications that it keeps open, from when this is first looked at. */
  readonly notifications: StandingSubscription;
  /** How many WebSockets are open. */
  readonly connections: number;
  /** Drops all connections and stops. What was asked is lost, and what goes on is cut. */
  close(): Promise<void>;
}
