import type { Amounts } from "../amounts.ts";
import { findClock } from "../clock.ts";
import type { Findings } from "../figure.ts";
import type { Part } from "../parts/part.ts";

/** Measures a part in this runtime. What starts it takes its results for those of tests, and a reason is any text. */
export async function measurePart(part: Part, amounts: Amounts): Promise<readonly object[]> {
  const clock = findClock();
  const findings: Findings = { clock: clock.kind, ...(await part({ amounts, clock })) };
  return [{ name: "findings", status: "passed", reason: JSON.stringify(findings) }];
}
