import { checkOption } from "../frame/check_option.ts";
import { notificationFrames } from "../notifications/notification_frames.ts";
import { createDecoder } from "../streams/decoder.ts";
import type { GuardedDecoderOptions } from "../streams/guarded_decoder.ts";
import type { BackoffOptions } from "./backoff.ts";

/** Options of a {@link StandingSubscription}. */
export interface StandingOptions extends BackoffOptions, Omit<GuardedDecoderOptions<"number">, "unserved"> {
  /**
   * What follows a path that died, or was never finished. `"at-once"`: the proxy asks again on the same `/requests`
   * connection, if that is alive; after a pause that grows, if paths die one after the other with no message between.
   * `"next-connection"`: it waits for the next one, as the page of the protocol has it for every end.
   * @default "at-once"
   */
  readonly whenCut?: "at-once" | "next-connection" | undefined;
  /**
   * How many frames and gaps may wait for the reader. With more the path is not read any further.
   * @default 64
   */
  readonly maxQueued?: number | undefined;
}

/** The options, with those that decide something all given. */
export interface StandingSettings extends StandingOptions {
  readonly whenCut: "at-once" | "next-connection";
  readonly maxQueued: number;
}

/** @throws {TypeError} for an option that has no sense. */
export function standingSettings(options: StandingOptions): StandingSettings {
  const { whenCut = "at-once", maxQueued = 64 } = options;
  checkOption("whenCut", whenCut === "at-once" || whenCut === "next-connection");
  checkOption("maxQueued", Number.isSafeInteger(maxQueued) && maxQueued > 0);
  // What every path is read with is judged here, where there is somebody to tell.
  createDecoder(notificationFrames, options);
  return { ...options, whenCut, maxQueued };
}
