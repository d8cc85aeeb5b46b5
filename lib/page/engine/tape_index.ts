import { type FamilyName as CliFamily, isFamilyName } from "../../cli/families.ts";
import { lookAt, nameOf, type Seen } from "../../cli/look_at.ts";
import { type CarrierEnd, VerdictFinder } from "../../cli/verdict.ts";
import type { TapeEnding, TapeHeader } from "../../tape/mod.ts";
import type { EndingReport, FamilyName, RowKind } from "../recording.ts";
import { Columns } from "./columns.ts";
import type { PlacedRecord } from "./placed_records_stream.ts";
import { Silences } from "./silences.ts";

type Verdict = Omit<EndingReport, "at">;

/** Makes rows of the records of a tape, and comes to the verdict on how what it recorded ended. */
export class TapeIndex {
  readonly rows: Columns = new Columns();
  readonly silences: Silences = new Silences();
  header: TapeHeader | undefined;
  end: TapeEnding | undefined;
  family: FamilyName = "raw";
  /** Milliseconds since the beginning. */
  lastAt = 0;
  readonly #chosen: CliFamily | undefined;
  readonly #finder: VerdictFinder = new VerdictFinder();
  #error: { readonly value: EndingReport["error"]; readonly index: number } | undefined;
  #extra: number | undefined; // the first row after the error frame
  #malformed: number | undefined;

  constructor(chosen: FamilyName | undefined) {
    this.#chosen = chosen;
  }

  take({ record, start, end }: PlacedRecord): void {
    if (record.type === "header") {
      this.header = record;
      this.family = this.#chosen ?? (isFamilyName(record.family) ? record.family : "raw");
      return;
    }
    const before = this.lastAt;
    this.lastAt += record.elapsed;
    const at = this.lastAt;
    const bytes = end - start;
    if (record.type === "end") {
      this.end = record.ending;
      return;
    }
    if (this.rows.length > 0) this.silences.add(before, at);
    if (record.type === "dropped") {
      this.rows.add({ at, kind: "dropped", name: "", size: record.bytes, start, bytes });
      this.silences.addDropped(before, at, record.messages);
      return;
    }
    const seen = record.direction === "out" ? ({ type: "sent" } as const) : lookAt(record.message, this.family);
    const kind = this.#kindOf(seen);
    this.#finder.take(seen);
    this.rows.add({ at, kind, name: nameOf(seen), size: record.message.byteLength, start, bytes });
  }

  /** @param problem why nothing more can be read, if that is no end that the tape tells of */
  verdict(problem: string | undefined): EndingReport {
    const carrier = carrierOf(this.end);
    const { kind, frames } = this.#finder.end(carrier);
    const index = kind === "violated" ? this.#extra : kind === "failed" ? this.#error?.index : undefined;
    const verdict: Verdict = {
      kind,
      frames,
      error: this.#error?.value,
      index,
      malformed: this.#malformed,
      tapeProblem: this.end ? undefined : problem,
      ...(this.end?.kind === "cut" ? { closeCode: this.end.closeCode } : {}),
      reason: "why" in carrier ? carrier.why : undefined,
    };
    return { ...verdict, at: this.lastAt };
  }

  #kindOf(seen: Seen): RowKind {
    const index = this.rows.length;
    if (seen.type === "sent") return "sent";
    if (this.#error) {
      this.#extra ??= index;
      return "extra";
    }
    if (seen.type === "malformed") {
      this.#malformed ??= index;
      return "malformed";
    }
    if (seen.type !== "error") return "item";
    this.#error = { value: seen.error as EndingReport["error"], index };
    return "error";
  }
}

function carrierOf(end: TapeEnding | undefined): CarrierEnd {
  if (!end) return { kind: "cut", why: undefined };
  if (end.kind === "finish") return { kind: "finished" };
  if (end.kind === "cancelled") return { kind: "cancelled", why: end.reason };
  const { by, reason, message } = end;
  const who = {
    carrier: undefined,
    overrun: "It was read too slowly",
    scope: "Its scope ended",
    local: "This side broke it off",
  };
  return { kind: "cut", why: [who[by], reason, message].filter(Boolean).join("; ") || undefined };
}
