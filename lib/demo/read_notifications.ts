import { NotificationDecoderStream, type NotificationFrame, TerminalGuard } from "../mod.ts";
import type { Emit } from "./demo_event.ts";

/** How to read a channel. */
export interface ReadOptions {
  readonly emit: Emit;
  /** Gives the reading up: the ending is then `cancelled`. */
  readonly signal: AbortSignal;
}

/**
 * Reads a notification channel to its end and tells what was said and how it ended.
 * @param atMost how many frames the reader wants before it leaves
 */
export async function readNotifications(
  messages: ReadableStream<Uint8Array>,
  { emit, signal }: ReadOptions,
  atMost: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  const guard = new TerminalGuard<NotificationFrame>({ signal });
  const frames = messages.pipeThrough(new NotificationDecoderStream()).pipeThrough(guard);
  let seen = 0;
  try {
    for await (const frame of frames) {
      emit({ kind: "frame", frame });
      if (++seen === atMost) break;
    }
  } catch (error) {
    emit({ kind: "thrown", error });
  }
  emit({ kind: "ending", ending: await guard.ending });
}
