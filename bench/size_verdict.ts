import type { Entry } from "./budgets.ts";
import type { BundleSize } from "./bundle_size.ts";

/** Whether a bundle keeps to its budget: `ok`, or what is wrong with it. */
export function verdictOf({ bytes, forbidden }: Entry, { gzipped, files }: BundleSize): string {
  if (gzipped > bytes) return "over budget";
  if (forbidden !== undefined && files.some((file) => file.includes(forbidden))) return `holds ${forbidden}`;
  return "ok";
}
