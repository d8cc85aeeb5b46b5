import { NotificationEncoderStream, type NotificationFrame, RunLoopEncoderStream, type RunLoopFrame } from "../mod.ts";
import type { OutgoingMessage, WebSocketMessages } from "../websocket/mod.ts";
import { runLoopScript } from "./run_loop_script.ts";
import { scripted } from "./scripted.ts";

/** Sends notifications as they come, and then the finish. */
export function sendNotifications(
  frames: ReadableStream<NotificationFrame>,
  writable: WritableStream<OutgoingMessage>,
): Promise<void> {
  return frames.pipeThrough(new NotificationEncoderStream()).pipeTo(writable);
}

/** Sends the frames of a run loop as they come, and then the finish. */
export function sendRunLoop(
  frames: ReadableStream<RunLoopFrame>,
  writable: WritableStream<OutgoingMessage>,
): Promise<void> {
  return frames.pipeThrough(new RunLoopEncoderStream()).pipeTo(writable);
}

/** Waits for the request, `{"prompt": "…"}`, and answers with a run loop. */
export async function serveRunLoop({ readable, writable }: WebSocketMessages): Promise<void> {
  const { value } = await readable.getReader().read();
  await sendRunLoop(scripted(runLoopScript(promptOf(value)), 25), writable);
}

/** @throws {Error} for what is no request of a run loop */
export function promptOf(request: Uint8Array | undefined): string {
  const value: unknown = JSON.parse(new TextDecoder().decode(request));
  if (!isRequest(value)) throw new Error("The request has no prompt");
  return value.prompt;
}

function isRequest(value: unknown): value is { readonly prompt: string } {
  return typeof value === "object" && value !== null && "prompt" in value && typeof value.prompt === "string";
}
