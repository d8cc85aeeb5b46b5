import { CutError } from "../mod.ts";
import type { TapeEnding, TapeHeader, TapeRecord } from "../tape/mod.ts";
import type { WebSocketMessages } from "../websocket/mod.ts";
import type { CliContext } from "./context.ts";

/** What to record of a channel. */
export interface RecordChannelOptions {
  readonly header: TapeHeader;
  /** Sent first. */
  readonly request?: Uint8Array | undefined;
}

/**
 * The records of a channel as it goes on, its ending among them: they end, and do not fail. When the signal stops it,
 * the ending is that its reader left. Nothing is read ahead, so a slow writer makes the peer wait.
 */
export function recordChannel(
  { readable, writable }: WebSocketMessages,
  { header, request }: RecordChannelOptions,
  { now, signal }: Pick<CliContext, "now" | "signal">,
): ReadableStream<TapeRecord> {
  const reader = readable.getReader();
  let last = header.startedAt;
  /** Each time is measured from the sum of those before, so that roundings do not add up. */
  const elapsed = (): number => {
    const since = Math.max(0, Math.round((now() - last) * 1000) / 1000);
    last += since;
    return since;
  };
  const end = (ending: TapeEnding): TapeRecord => ({ type: "end", elapsed: elapsed(), ending });
  const leave = (): void => void reader.cancel(signal.reason).catch(() => {});

  const next = async (): Promise<TapeRecord> => {
    try {
      const { done, value } = await reader.read();
      if (signal.aborted) return end({ kind: "cancelled", reason: reasonOf(signal.reason) });
      if (done) return end({ kind: "finish" });
      return { type: "message", elapsed: elapsed(), direction: "in", message: value };
    } catch (error) {
      return end(cutBy(error));
    }
  };

  return new ReadableStream<TapeRecord>(
    {
      start(controller) {
        controller.enqueue(header);
        if (request !== undefined) {
          const writer = writable.getWriter();
          // If it cannot be written, the reader is told of the same end.
          writer.write(new Uint8Array(request)).catch(() => {});
          controller.enqueue({ type: "message", elapsed: elapsed(), direction: "out", message: request });
        }
        signal.addEventListener("abort", leave);
        if (signal.aborted) leave();
      },
      async pull(controller) {
        const record = await next();
        controller.enqueue(record);
        if (record.type !== "end") return;
        signal.removeEventListener("abort", leave);
        controller.close();
      },
      cancel(reason) {
        signal.removeEventListener("abort", leave);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function cutBy(error: unknown): TapeEnding {
  if (!(error instanceof CutError)) return { kind: "cut", by: "local", message: reasonOf(error) };
  const { by, closeCode, reason } = error;
  return { kind: "cut", by, closeCode, reason: reason || undefined };
}

function reasonOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
