import {
  decodeFrame,
  ERROR_TAG,
  type ErrorData,
  FrameError,
  type JsonValue,
  notificationFrames,
  type RunLoopFrame,
  runLoopFrames,
  type ServerNotification,
} from "../mod.ts";
import type { FamilyName } from "./families.ts";

type Chunk = Extract<RunLoopFrame, { readonly type: "chunk" }>["chunk"];

/** What a message turned out to be. `item` is one whose body nobody reads; `sent` went the other way, as a prompt does. */
export type Seen =
  | { readonly type: "notification"; readonly notification: ServerNotification }
  | { readonly type: "chunk"; readonly chunk: Chunk }
  | { readonly type: "error"; readonly error: ErrorData | JsonValue | undefined }
  | { readonly type: "item" }
  | { readonly type: "malformed"; readonly problem: FrameError }
  | { readonly type: "sent" };

/** A message of a channel, as it is listed. */
export interface Entry {
  /** Its number on the channel, from 0. */
  readonly n: number;
  /** Milliseconds since the beginning. */
  readonly ms: number;
  readonly message: Uint8Array;
  readonly seen: Seen;
}

/** Decodes a message that was received; one that a reader would refuse is `malformed`, and says why. */
export function lookAt(message: Uint8Array, family: FamilyName): Seen {
  try {
    switch (family) {
      case "notifications":
        return decodeFrame(notificationFrames, message);
      case "run-loop":
        return decodeFrame(runLoopFrames, message);
      default:
        return message[0] === ERROR_TAG ? { type: "error", error: undefined } : { type: "item" };
    }
  } catch (problem) {
    if (problem instanceof FrameError) return { type: "malformed", problem };
    throw problem;
  }
}

/** The method of a notification, or the type of a chunk; empty for what has neither. */
export function nameOf(seen: Seen): string {
  if (seen.type === "notification") return seen.notification.method;
  return seen.type === "chunk" ? seen.chunk.type : "";
}

/** What stands in a message beside its tag. What was sent has none. */
export function bodyOf({ message, seen }: Entry): Uint8Array {
  return seen.type === "sent" ? message : message.subarray(1);
}
