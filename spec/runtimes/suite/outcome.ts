import {
  type AnyFrame,
  decodeFrame,
  encodeFrame,
  FrameError,
  type FrameFamily,
  type FrameOptions,
  isKnownNotification,
  notificationFrames,
  runLoopFrames,
  type ServerNotification,
} from "channel-frames";
import { show } from "./show.ts";

/** The family of a vector. */
export const families: Readonly<Record<"notification" | "run_loop", FrameFamily<AnyFrame>>> = {
  notification: notificationFrames,
  run_loop: runLoopFrames,
};

/** What becomes of a message. */
export type Outcome =
  /** The code of the failure. */
  | { readonly refused: string }
  | {
      /** The type of the frame. */
      readonly frame: string;
      /** Which of the family's types it is, if it has several. */
      readonly variant: string | undefined;
      /** The value of the body, as it is written again. */
      readonly body: unknown;
    };

/** Decodes, and encodes what came of it. Anything but a frame or a `FrameError` is thrown. */
export function outcomeOf(family: FrameFamily<AnyFrame>, message: Uint8Array, options?: FrameOptions): Outcome {
  let frame: AnyFrame;
  try {
    frame = decodeFrame(family, message, options);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    if (error.message.length > 1000) throw new Error(`The message is too long: ${show(error.message)}`);
    return { refused: error.code };
  }
  const again = encodeFrame(family, frame, options);
  if (again[0] !== message[0]) throw new Error(`The tag ${message[0]} comes back as ${again[0]}`);
  const body: unknown = JSON.parse(new TextDecoder().decode(again.subarray(1)));
  return { frame: frame.type, variant: variantOf(frame), body };
}

function variantOf(frame: AnyFrame): string | undefined {
  if ("chunk" in frame) return String(Reflect.get(Object(frame.chunk), "type"));
  if (!("notification" in frame)) return undefined;
  // The family has checked that it is one.
  return isKnownNotification(frame.notification as ServerNotification) ? "known" : "custom";
}
