import { CutError } from "../mod.ts";
import { type TapeEnding, TapeError, type TapeHeader, type TapeRecord } from "../tape/mod.ts";
import { CliError } from "./cli_error.ts";
import type { CliContext } from "./context.ts";
import { each } from "./each.ts";
import { type FamilyName, isFamilyName } from "./families.ts";
import type { Filter } from "./filter.ts";
import { lookAt } from "./look_at.ts";
import type { ChannelHead, Report } from "./report.ts";
import { type CarrierEnd, type Verdict, VerdictFinder } from "./verdict.ts";

/** How to tell what goes by. */
export interface WatchOptions {
  readonly report: Report;
  readonly filter: Filter;
  /** Instead of what the header says. */
  readonly family?: FamilyName | undefined;
}

/**
 * Tells the records of a channel as they come, and the ending.
 *
 * @throws {CliError} for what is no tape, once everything before has been told
 */
export async function watch(
  records: ReadableStream<TapeRecord>,
  { report, filter, family: chosen }: WatchOptions,
  { out }: Pick<CliContext, "out">,
): Promise<Verdict> {
  const finder = new VerdictFinder();
  let family: FamilyName | undefined;
  let carrier: CarrierEnd | undefined;
  let ms = 0;
  let n = 0;

  const tell = (record: TapeRecord): string => {
    if (record.type === "header") {
      family = chosen ?? (isFamilyName(record.family) ? record.family : "raw");
      return report.head?.(headOf(record, family)) ?? "";
    }
    ms += record.elapsed;
    switch (record.type) {
      case "message": {
        const { message, direction } = record;
        const seen = direction === "out" ? ({ type: "sent" } as const) : lookAt(message, family ?? "raw");
        finder.take(seen);
        const entry = { n: n++, ms, message, seen };
        return filter(entry) ? report.entry(entry) : "";
      }
      case "dropped":
        n += record.messages;
        return report.dropped?.(record.messages, ms) ?? "";
      case "end":
        carrier = carrierEnd(record.ending);
        return "";
      default:
        return "";
    }
  };

  const finish = async (): Promise<Verdict> => {
    const verdict = finder.end(carrier ?? { kind: "cut", why: undefined });
    await out(report.end(verdict, ms));
    return verdict;
  };

  try {
    await each(records, (record) => {
      const text = tell(record);
      return text ? out(text) : undefined;
    });
  } catch (error) {
    if (error instanceof TapeError) {
      // What is good has its ending told; what is no tape at all has none.
      if (family !== undefined) await finish();
      throw new CliError(error.message, undefined, error);
    }
    if (!(error instanceof CutError)) throw error;
    carrier ??= { kind: "cut", why: error.reason ?? error.message };
  }
  return finish();
}

function headOf({ carrier, startedAt, metadata }: TapeHeader, family: string): ChannelHead {
  // No tape has a time that a date could not hold.
  return { family, carrier, started: new Date(startedAt).toISOString(), metadata };
}

function carrierEnd(ending: TapeEnding): CarrierEnd {
  switch (ending.kind) {
    case "finish":
      return { kind: "finished" };
    case "cancelled":
      return { kind: "cancelled", why: ending.reason };
    default: {
      const { by, closeCode, reason, message } = ending;
      // What every cut has in common stands in the words of the verdict.
      const known = by === "carrier" ? "" : new CutError({ by }).message;
      const code = closeCode === undefined ? "" : `close code ${closeCode}`;
      return { kind: "cut", why: [known, code, reason, message].filter(Boolean).join("; ") || undefined };
    }
  }
}
