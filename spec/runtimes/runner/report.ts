import type { Result } from "../suite/result.ts";

/** What became of the suite in one runtime. */
export interface Report {
  readonly runtime: string;
  readonly version: string;
  /** Why it was not run, or did not come to its end. */
  readonly trouble?: { readonly kind: "missing" | "broken"; readonly reason: string } | undefined;
  readonly results: readonly Result[];
  readonly milliseconds: number;
}

export function failuresOf({ results }: Report): readonly Result[] {
  return results.filter(({ status }) => status === "failed");
}

/** Whether a run was as it has to be. Outside of CI a runtime may be missing. */
export function isGood(report: Report, missingIsGood: boolean): boolean {
  if (report.trouble) return report.trouble.kind === "missing" && missingIsGood;
  // A suite that has run nothing has shown nothing.
  return report.results.some(({ status }) => status === "passed") && failuresOf(report).length === 0;
}
