import { type ReplayOptions, replay, type TapeRecord } from "channel-frames/tape";
import { type Reading, readAll } from "../../support/read_all.ts";
import { inChunks, streamOf, tapeOf } from "./tapes.ts";

export const messageAt = (elapsed: number, message: Uint8Array, direction: "in" | "out" = "in"): TapeRecord => ({
  type: "message",
  elapsed,
  direction,
  message,
});

/** Reads the replay of a tape that holds these records. */
export async function replayed(records: readonly TapeRecord[], options?: ReplayOptions): Promise<Reading<Uint8Array>> {
  const tape = await tapeOf(...records);
  return readAll(replay(streamOf(...inChunks(tape, 10)), options), "slow");
}
