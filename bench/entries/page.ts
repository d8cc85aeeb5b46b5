// What a browser's page runs: posts the results to where it came from.
import type { Amounts } from "../amounts.ts";
import type { Part } from "../parts/part.ts";
import { measurePart } from "./measure_part.ts";

/** Measures a part. */
export async function run(part: Part, amounts: Amounts): Promise<void> {
  try {
    await report("page", await measurePart(part, amounts));
    // The server waits for a worker's results, too. Nothing is measured there: a page that is shown is not throttled.
    await report("worker", []);
  } catch (error) {
    await report("broken", error instanceof Error ? `${error}\n${error.stack}` : String(error));
  }
}

async function report(place: string, results: unknown): Promise<void> {
  await fetch("results", { method: "POST", body: JSON.stringify({ place, results }) });
}
