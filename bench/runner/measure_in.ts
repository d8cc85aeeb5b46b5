import type { PackageUnderTest } from "../../spec/runtimes/runner/package_under_test.ts";
import type { Found } from "../../spec/runtimes/runner/runtime.ts";
import type { Findings } from "../figure.ts";

/**
 * Measures a part in a runtime.
 *
 * @throws with the last words of the runtime
 */
export async function measureIn(found: Found, part: PackageUnderTest): Promise<Findings> {
  // No part connects to anything.
  const runs = await found.run(part, "");
  const findings = runs.flatMap(({ results }) => results).find(({ name }) => name === "findings")?.reason;
  if (findings === undefined) throw new Error("It ended without findings");
  return JSON.parse(findings);
}
