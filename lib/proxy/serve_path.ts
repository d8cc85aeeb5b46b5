import { encodeFrame } from "../frame/encode_frame.ts";
import { excerpt } from "../frame/excerpt.ts";
import type { AnyFrame, FrameFamily } from "../frame/frame_family.ts";
import type { NotificationFrame } from "../notifications/notification_frame.ts";
import { notificationFrames } from "../notifications/notification_frames.ts";
import type { RunLoopFrame } from "../run-loop/run_loop_frame.ts";
import { runLoopFrames } from "../run-loop/run_loop_frames.ts";
import { FrameEncoderStream } from "../streams/frame_encoder_stream.ts";
import type { OutgoingMessage } from "../streams/outgoing_message.ts";
import type { WebSocketMessages } from "../websocket/web_socket_messages.ts";
import type { HandlerContext, ProxyOptions, Served } from "./proxy_options.ts";
import { readRunRequest } from "./run_request.ts";

/** A path that the server has opened, and by which handlers it is served. */
export interface Serving {
  readonly path: string;
  readonly messages: WebSocketMessages;
  readonly options: ProxyOptions;
  readonly context: HandlerContext;
}

/** Serves a path. Settles when that is over, and rejects with what it broke off with. */
export type ServePath = (serving: Serving) => Promise<void>;

type Writable = WritableStream<OutgoingMessage>;

/** How JSON-RPC tells of a request that makes no sense, and of a handler that failed. */
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

/** Room for the message of a handler's error. */
const LONGEST_MESSAGE = 200;

/** `/tool/notifications`: the server says nothing, and the proxy goes on for as long as the server keeps it open. */
export const serveToolNotifications: ServePath = async (serving) => {
  drain(serving.messages.readable.getReader());
  const { toolNotifications } = serving.options;
  await serve<NotificationFrame>(() => toolNotifications?.(serving.context), notificationFrames, failure, serving);
};

/** `/agent/run`: the server says what to run, and the proxy sends the run loop. */
export const serveRun: ServePath = async (serving) => {
  const reader = serving.messages.readable.getReader();
  const { done, value } = await reader.read();
  // It has closed the path, and with it what could be written.
  if (done) return;
  drain(reader);
  const prompt = readRunRequest(value);
  if (prompt !== undefined) {
    return serve<RunLoopFrame>(() => serving.options.run?.(prompt, serving.context), runLoopFrames, failure, serving);
  }
  const refusal = failure(INVALID_PARAMS, "The request is no JSON object with a prompt");
  await sendOnly(encodeFrame(runLoopFrames, refusal), serving.messages.writable);
};

async function serve<F extends AnyFrame>(
  handle: () => Served<F> | undefined,
  family: FrameFamily<F, AnyFrame>,
  toErrorFrame: (code: number, message: string) => F,
  { path, messages: { writable }, options: { onHandlerError }, context: { signal } }: Serving,
): Promise<void> {
  let frames: ReadableStream<F> | undefined;
  try {
    frames = await handle();
  } catch (error) {
    onHandlerError?.(error, path);
    const message = excerpt(error instanceof Error ? error.message : String(error), LONGEST_MESSAGE);
    return sendOnly(encodeFrame(family, toErrorFrame(INTERNAL_ERROR, message)), writable);
  }
  // A finish at once says that nobody serves this.
  if (!frames) return writable.close();
  try {
    await frames.pipeThrough(new FrameEncoderStream(family)).pipeTo(writable);
  } catch (error) {
    // If the connection is over, that is what broke it off, and no fault of the handler's.
    if (!signal.aborted) onHandlerError?.(error, path);
    throw error;
  }
}

/** An error frame of either family. */
function failure(code: number, message: string): { type: "error"; error: { code: number; message: string } } {
  return { type: "error", error: { code, message } };
}

async function sendOnly(message: Uint8Array<ArrayBuffer>, writable: Writable): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(message);
  await writer.close();
}

/** What a party says where it has nothing to say has no meaning. But unread it would hide the end. */
function drain(reader: ReadableStreamDefaultReader<unknown>): void {
  const next = (): void => {
    reader.read().then(
      ({ done }) => done || next(),
      () => {},
    );
  };
  next();
}
