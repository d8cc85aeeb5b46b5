// Checked by tsc, and never executed: what a reader of a channel writes.
import {
  type CoalescedChunk,
  CoalescedChunksStream,
  type Ending,
  type ErrorData,
  type FrameAfterErrorError,
  FrameDecoderStream,
  GuardedDecoderStream,
  type JsonValue,
  MessageGuard,
  NotificationDecoderStream,
  type NotificationFrame,
  NotificationGuardedDecoderStream,
  notificationFrames,
  type RawFrame,
  RunLoopDecoderStream,
  type RunLoopFrame,
  RunLoopGuardedDecoderStream,
  rawFrames,
  readFrames,
  runLoopFrames,
  type ServerNotification,
  TerminalGuard,
} from "channel-frames";
import { expectTypeOf } from "vitest";

type Sources = {
  readonly bytes: ReadableStream<Uint8Array>;
  readonly owned: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly sources: ReadableStream<BufferSource>;
  readonly buffers: ReadableStream<ArrayBuffer>;
  readonly mixed: ReadableStream<ArrayBuffer | string>;
  readonly response: Response;
};

export function everySourceIsTaken({ bytes, owned, sources, buffers, mixed, response }: Sources): void {
  const { body } = response;
  if (body === null) return;
  const streams = [
    bytes.pipeThrough(new NotificationDecoderStream()),
    owned.pipeThrough(new NotificationDecoderStream()),
    sources.pipeThrough(new NotificationDecoderStream()),
    buffers.pipeThrough(new NotificationDecoderStream()),
    mixed.pipeThrough(new NotificationDecoderStream()),
    body.pipeThrough(new NotificationDecoderStream()),
    body.pipeThrough(new NotificationGuardedDecoderStream()),
    body.pipeThrough(new FrameDecoderStream(notificationFrames)),
    body.pipeThrough(new GuardedDecoderStream(notificationFrames)),
    readFrames(bytes, notificationFrames),
    readFrames(owned, notificationFrames),
    readFrames(sources, notificationFrames),
    readFrames(mixed, notificationFrames),
    readFrames(body, notificationFrames),
  ];
  for (const stream of streams) expectTypeOf(stream).toExtend<ReadableStream<NotificationFrame>>();
  expectTypeOf(streams[0]?.getReader().read()).resolves.toExtend<
    { done: boolean; value?: NotificationFrame | undefined } | undefined
  >();
  expectTypeOf(bytes.pipeThrough(new MessageGuard())).toEqualTypeOf<ReadableStream<Uint8Array>>();
  expectTypeOf(body.pipeThrough(new RunLoopDecoderStream())).toEqualTypeOf<ReadableStream<RunLoopFrame>>();

  // @ts-expect-error frames are no messages
  bytes.pipeThrough(new NotificationDecoderStream()).pipeThrough(new NotificationDecoderStream());
  // @ts-expect-error numbers are no messages
  readFrames(new ReadableStream<number>(), notificationFrames);
  // @ts-expect-error messages are no frames
  bytes.pipeThrough(new TerminalGuard());
}

export function framesNarrowByType(frame: NotificationFrame): string {
  switch (frame.type) {
    case "notification":
      expectTypeOf(frame.notification).toEqualTypeOf<ServerNotification>();
      // @ts-expect-error a notification frame has no error
      return frame.error;
    case "error":
      expectTypeOf(frame.error).toEqualTypeOf<ErrorData>();
      expectTypeOf(frame.error.code).toEqualTypeOf<number>();
      expectTypeOf(frame.error.data).toEqualTypeOf<JsonValue | undefined>();
      return frame.error.message;
    default:
      return frame satisfies never;
  }
}

export async function guardsInferTheirFrames(messages: ReadableStream<Uint8Array>): Promise<void> {
  const guard = new TerminalGuard<NotificationFrame>();
  const frames = messages.pipeThrough(new NotificationDecoderStream()).pipeThrough(guard);
  expectTypeOf(frames).toEqualTypeOf<ReadableStream<NotificationFrame>>();
  expectTypeOf(await guard.ending).toEqualTypeOf<Ending<NotificationFrame>>();

  // Without a type argument it is inferred from the stream before it.
  const inferred = messages.pipeThrough(new RunLoopDecoderStream()).pipeThrough(new TerminalGuard());
  expectTypeOf(inferred).toEqualTypeOf<ReadableStream<RunLoopFrame>>();

  const decoder = new RunLoopGuardedDecoderStream();
  const whole = new CoalescedChunksStream();
  const coalesced = messages.pipeThrough(decoder).pipeThrough(whole);
  expectTypeOf(coalesced).toEqualTypeOf<ReadableStream<RunLoopFrame<number, CoalescedChunk>>>();
  expectTypeOf(await decoder.ending).toEqualTypeOf<Ending<RunLoopFrame>>();
  expectTypeOf(whole.usage?.total_tokens).toEqualTypeOf<number | undefined>();

  const read = readFrames(messages, runLoopFrames);
  for await (const frame of read) expectTypeOf(frame).toEqualTypeOf<RunLoopFrame>();
  for await (const frame of read.values({ preventCancel: true })) expectTypeOf(frame).toEqualTypeOf<RunLoopFrame>();
  expectTypeOf(await read.ending).toEqualTypeOf<Ending<RunLoopFrame>>();
}

export function endingsNarrowByKind(ending: Ending<NotificationFrame>): string {
  expectTypeOf(ending.frames).toEqualTypeOf<number>();
  switch (ending.kind) {
    case "finished":
      // @ts-expect-error nothing went wrong
      return String(ending.reason);
    case "failed":
      expectTypeOf(ending.error).toEqualTypeOf<ErrorData>();
      return ending.error.message;
    case "unserved":
      expectTypeOf(ending.frames).toEqualTypeOf<0>();
      return "unserved";
    case "violated":
      expectTypeOf(ending.reason).toEqualTypeOf<FrameAfterErrorError>();
      return ending.reason.code;
    case "cut":
    case "cancelled":
      expectTypeOf(ending.reason).toEqualTypeOf<unknown>();
      return ending.kind;
    default:
      return ending satisfies never;
  }
}

export function endingsKnowTheErrorOfTheirFamily(
  runLoop: Ending<RunLoopFrame>,
  raw: Ending<RawFrame>,
): JsonValue | Uint8Array {
  if (raw.kind === "failed") {
    expectTypeOf(raw.error).toEqualTypeOf<Uint8Array>();
    return raw.error;
  }
  if (runLoop.kind !== "failed") return null;
  expectTypeOf(runLoop.error).toEqualTypeOf<JsonValue>();
  return runLoop.error;
}

export function rawFramesHaveTheirBody(messages: ReadableStream<Uint8Array>): void {
  const frames = readFrames(messages, rawFrames);
  expectTypeOf(frames).toExtend<ReadableStream<RawFrame>>();
  const decoder = new FrameDecoderStream(rawFrames);
  expectTypeOf(decoder.readable).toEqualTypeOf<ReadableStream<RawFrame>>();
}

export function stagesAreTransformStreams(): readonly TransformStream[] {
  return [new NotificationDecoderStream(), new RunLoopGuardedDecoderStream(), new TerminalGuard(), new MessageGuard()];
}
