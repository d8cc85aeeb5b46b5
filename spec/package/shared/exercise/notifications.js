import {
  buildNotification,
  isKnownNotification,
  NotificationDecoderStream,
  NotificationEncoderStream,
  NotificationGuardedDecoderStream,
  notificationFrames,
  readFrames,
  TerminalGuard,
} from "channel-frames";
import { check, same } from "./checks.js";
import { collect, message, streamOf } from "./streams.js";

const frames = [
  buildNotification("notifications/progress", { progressToken: 7, progress: 1, total: 3 }),
  buildNotification("vendor/thing", { any: ["thing"] }),
];

const error = { type: "error", error: { code: -32_000, message: "gone" } };

/** Notifications there and back, by each of the three forms. */
export async function notifications() {
  const guard = new TerminalGuard();
  const there = streamOf(frames).pipeThrough(new NotificationEncoderStream());
  const back = await collect(there.pipeThrough(new NotificationDecoderStream()).pipeThrough(guard));
  same(back.values, frames, "frames there and back");
  same(await guard.ending, { kind: "finished", frames: 2 }, "the ending of a finished sequence");
  check(isKnownNotification(back.values[0].notification), "progress is known");
  check(!isKnownNotification(back.values[1].notification), "a vendor's method is not");

  const decoder = new NotificationGuardedDecoderStream();
  const failed = await collect(streamOf([message(1, error.error)]).pipeThrough(decoder));
  same(failed.values, [error], "the error frame");
  same(await decoder.ending, { kind: "failed", frames: 0, error: error.error }, "the ending of a failed sequence");

  const read = [];
  const channel = readFrames(streamOf([message(0, frames[0].notification)]), notificationFrames);
  for await (const frame of channel) read.push(frame);
  same(read, [frames[0]], "frames by for await");
  same(await channel.ending, { kind: "finished", frames: 1 }, "the ending of readFrames");
}
