// What Node, Deno and Bun run: prints the results as one line of JSON.
import process from "node:process";
import type { Amounts } from "../amounts.ts";
import type { Part } from "../parts/part.ts";
import { measurePart } from "./measure_part.ts";

/** Measures a part, and ends the process. */
export async function run(part: Part, amounts: Amounts): Promise<void> {
  const results = await measurePart(part, amounts);
  process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
}
