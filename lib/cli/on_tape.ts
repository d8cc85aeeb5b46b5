import type { TapeRecord } from "../tape/mod.ts";
import type { TapeSink } from "./tape_sink.ts";
import { TapeWriter } from "./tape_writer.ts";

/**
 * Writes records on a tape, and hands each on once it is in the file: what has been shown has been recorded, and a
 * process that is killed leaves all of it. A reader that leaves is the ending of the tape.
 */
export function onTape(records: ReadableStream<TapeRecord>, sink: TapeSink): ReadableStream<TapeRecord> {
  const reader = records.getReader();
  const tape = new TapeWriter(sink);
  return new ReadableStream<TapeRecord>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          await sink.close();
          return controller.close();
        }
        try {
          await tape.write(value);
        } catch (error) {
          await reader.cancel(error).catch(() => {});
          await sink.close().catch(() => {});
          throw error;
        }
        controller.enqueue(value);
      },
      async cancel(reason) {
        await reader.cancel(reason);
        const why = reason instanceof Error ? reason.message : String(reason);
        if (!tape.isEnded) await tape.write({ type: "end", elapsed: 0, ending: { kind: "cancelled", reason: why } });
        await sink.close();
      },
    },
    { highWaterMark: 0 },
  );
}
