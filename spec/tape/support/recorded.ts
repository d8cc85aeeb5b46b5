import type { TapeEnding, TapeRecord, TapeRecorder } from "channel-frames/tape";
import { allBytes, decoded } from "./tapes.ts";

export const policies = ["drop-tape", "wait"] as const;

export async function recordsOf({ tape }: TapeRecorder): Promise<readonly TapeRecord[]> {
  return (await decoded([await allBytes(tape)])).values;
}

export const endOf = (records: readonly TapeRecord[]): TapeEnding | string | undefined => {
  const last = records.at(-1);
  return last?.type === "end" ? last.ending : last?.type;
};

export const messagesOf = (records: readonly TapeRecord[]): readonly Uint8Array[] =>
  records.flatMap((record) => (record.type === "message" ? [record.message] : []));
