import {
  type ErrorData,
  FrameDecoderStream,
  FrameEncoderStream,
  GuardedDecoderStream,
  MessageGuard,
  NotificationDecoderStream,
  NotificationEncoderStream,
  type NotificationFrame,
  notificationFrames,
  type RawFrame,
  rawFrames,
  TerminalGuard,
} from "channel-frames";
import { type Equal, is } from "./equal.ts";

/** A decoder, then a guard with and without its type written out. */
export async function guarded(bytes: ReadableStream<Uint8Array>): Promise<void> {
  const [one, two] = bytes.pipeThrough(new NotificationDecoderStream()).tee();
  const inferred = one.pipeThrough(new TerminalGuard());
  is<Equal<typeof inferred, ReadableStream<NotificationFrame>>>();
  const guard = new TerminalGuard<NotificationFrame>();
  const written = two.pipeThrough(guard);
  is<Equal<typeof written, ReadableStream<NotificationFrame>>>();
  const ending = await guard.ending;
  if (ending.kind === "failed") is<Equal<typeof ending.error, ErrorData>>();
}

/** A relay that decodes, one that does not, and one that is built of the generic classes. */
export function relays(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): void {
  const [one, rest] = bytes.tee();
  const [two, three] = rest.tee();
  const decoded = one.pipeThrough(new NotificationDecoderStream()).pipeThrough(new NotificationEncoderStream());
  is<Equal<typeof decoded, ReadableStream<Uint8Array<ArrayBuffer>>>>();
  const passed = two.pipeThrough(new MessageGuard());
  is<Equal<typeof passed, ReadableStream<Uint8Array>>>();
  const raw = three.pipeThrough(new GuardedDecoderStream(rawFrames));
  is<Equal<typeof raw, ReadableStream<RawFrame>>>();
  const again = raw.pipeThrough(new FrameEncoderStream(rawFrames));
  is<Equal<typeof again, ReadableStream<Uint8Array<ArrayBuffer>>>>();
}

/** The generic decoder knows the frames by its family, and those of big integers by its options. */
export function generic(bytes: ReadableStream<Uint8Array>): void {
  const [one, two] = bytes.tee();
  const frames = one.pipeThrough(new FrameDecoderStream(notificationFrames));
  is<Equal<typeof frames, ReadableStream<NotificationFrame>>>();
  const wide = two.pipeThrough(new FrameDecoderStream(notificationFrames, { integers: "bigint" }));
  is<Equal<typeof wide, ReadableStream<NotificationFrame<number | bigint>>>>();
}

/** A stage is what it is derived from. */
export const stages: readonly TransformStream[] = [new MessageGuard(), new NotificationDecoderStream()];
