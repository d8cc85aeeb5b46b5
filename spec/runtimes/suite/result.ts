/** What became of one test. All of it is data, so that any runtime can hand it over as JSON. */
export interface Result {
  readonly name: string;
  readonly status: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reason?: string;
}
