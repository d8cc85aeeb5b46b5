import { once } from "node:events";
import type { WebSocket } from "ws";
import { NotificationEncoderStream, type NotificationFrame, RunLoopEncoderStream } from "../mod.ts";
import { runLoopScript } from "./run_loop_script.ts";
import { scripted } from "./scripted.ts";
import { socketSink } from "./socket_sink.ts";

/** Sends notifications as they come, and then closes the socket. */
export function sendNotifications(frames: ReadableStream<NotificationFrame>, socket: WebSocket): Promise<void> {
  return frames.pipeThrough(new NotificationEncoderStream()).pipeTo(socketSink(socket));
}

/** Waits for the request, `{"prompt": "…"}`, and answers with a run loop. */
export async function serveRunLoop(socket: WebSocket): Promise<void> {
  const [message]: unknown[] = await once(socket, "message");
  const request: unknown = JSON.parse(String(message));
  if (!isRequest(request)) throw new Error("The request has no prompt");
  await scripted(runLoopScript(request.prompt), 25).pipeThrough(new RunLoopEncoderStream()).pipeTo(socketSink(socket));
}

function isRequest(value: unknown): value is { readonly prompt: string } {
  return typeof value === "object" && value !== null && "prompt" in value && typeof value.prompt === "string";
}
