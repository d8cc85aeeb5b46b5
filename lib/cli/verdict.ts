import type { Ending } from "../mod.ts";
import { countOf } from "./amounts.ts";
import { EXIT } from "./exit_code.ts";
import type { Seen } from "./look_at.ts";
import { tellError } from "./tell.ts";

/** How the carrier of a channel ended, by its tape. Without a final record it was cut. */
export type CarrierEnd =
  | { readonly kind: "finished" }
  | { readonly kind: "cut"; readonly why: string | undefined }
  | { readonly kind: "cancelled"; readonly why: string | undefined };

/** How a channel ended, for a person and for a script. */
export interface Verdict {
  readonly kind: Ending["kind"];
  /** The item frames, as the ending of a guard counts them. */
  readonly frames: number;
  /** What is known beside the kind: the error, the close code. One line, not yet fit for a terminal. */
  readonly detail: string | undefined;
}

/** Comes to the verdict that a guard would come to over the same messages, but goes on after a violation. */
export class VerdictFinder {
  #frames = 0;
  #messages = 0;
  #error: string | undefined;
  #isViolated = false;

  take(seen: Seen): void {
    if (seen.type === "sent") return;
    this.#messages++;
    if (this.#error !== undefined) this.#isViolated = true;
    else if (seen.type === "error") this.#error = seen.error === undefined ? "" : tellError(seen.error);
    else if (seen.type !== "malformed") this.#frames++;
  }

  end(carrier: CarrierEnd): Verdict {
    const frames = this.#frames;
    const detail = this.#error || undefined;
    if (this.#isViolated) return { kind: "violated", frames, detail };
    // After the error frame nothing can be missing, however the carrier ended.
    if (this.#error !== undefined) return { kind: "failed", frames, detail };
    if (carrier.kind !== "finished") return { kind: carrier.kind, frames, detail: carrier.why };
    return this.#messages > 0
      ? { kind: "finished", frames, detail: undefined }
      : { kind: "unserved", frames: 0, detail: undefined };
  }
}

const words: Readonly<Record<Verdict["kind"], string>> = {
  finished: "then the finish. This was all of it.",
  failed: "then the error, which was the last word.",
  unserved: "and the finish at once: nobody served this.",
  violated: "then the error, and more after it, which the protocol forbids.",
  cut: "and no finish: there may have been more.",
  cancelled: "then the reader left.",
};

/** What the ending lets a reader conclude. Not yet fit for a terminal. */
export function tellVerdict({ kind, frames, detail }: Verdict): string {
  return `${countOf(frames, "frame")}, ${words[kind]}${detail === undefined ? "" : ` (${detail})`}`;
}

/** The exit code that tells the ending. */
export function exitCodeOf({ kind }: Verdict): number {
  return EXIT[kind];
}
