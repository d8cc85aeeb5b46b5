import { CutError } from "channel-frames";
import type { End } from "../../support/read_all.ts";

/** The error of a reading that has to end as cut. */
export function cutOf(end: End): CutError {
  if (end !== "done" && end.rejected instanceof CutError) return end.rejected;
  throw new Error("A CutError was expected", { cause: end });
}
