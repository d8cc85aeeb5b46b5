import { type CutError, type NotificationFrame, NotificationGuardedDecoderStream } from "channel-frames";
import {
  type Replay,
  replay,
  TapeDecoderStream,
  TapeError,
  type TapeRecord,
  TapeRecorder,
  type TapeRecorderOptions,
} from "channel-frames/tape";
import { type Equal, is } from "./equal.ts";

/** A recorder goes into a pipe as it is, and so does a replay. */
export function record(messages: ReadableStream<Uint8Array>): ReadableStream<NotificationFrame> {
  const recorder = new TapeRecorder({ family: "notifications" });
  is<Equal<typeof recorder.tape, ReadableStream<Uint8Array<ArrayBuffer>>>>();
  const replayed: Replay = replay(recorder.tape, { speed: 10 });
  replayed.header.then(({ startedAt }) => is<Equal<typeof startedAt, number>>());
  // @ts-expect-error a tape has no such policy
  new TapeRecorder({ whenSlow: "drop" });
  return messages.pipeThrough(recorder).pipeThrough(new NotificationGuardedDecoderStream());
}

/** Records narrow by their type. */
export async function list(tape: ReadableStream<Uint8Array>): Promise<number> {
  const records = tape.pipeThrough(new TapeDecoderStream());
  is<Equal<typeof records, ReadableStream<TapeRecord>>>();
  const { value } = await records.getReader().read();
  if (value?.type === "message") return value.message.byteLength + value.elapsed;
  if (value?.type === "end" && value.ending.kind === "cut") is<Equal<typeof value.ending.by, CutError["by"]>>();
  return 0;
}

export const isTape = (error: unknown): boolean => !(error instanceof TapeError) || error.code !== "not-a-tape";

/** Under `exactOptionalPropertyTypes`, an option may still be given as `undefined`. */
export const unset: TapeRecorderOptions = { family: undefined, whenSlow: undefined, signal: undefined };
