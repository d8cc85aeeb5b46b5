import { CheckError } from "./check.ts";
import { macrotask } from "./macrotask.ts";
import { listenToRejections, rejections } from "./rejections.ts";
import type { Result } from "./result.ts";
import { show } from "./show.ts";
import type { SuiteOptions } from "./suite_options.ts";
import { Skip, type Test } from "./test.ts";
import { withinLimit } from "./within_limit.ts";

/** Runs the tests one after the other, and at last asks whether any of them left a rejection unhandled. */
export async function runTests(tests: readonly Test[], options: SuiteOptions): Promise<readonly Result[]> {
  listenToRejections();
  const results: Result[] = [];
  const names = new Set<string>();
  for (const test of tests) {
    rejections.during = test.name;
    const outcome = names.has(test.name) ? failed("Another test has this name") : await outcomeOf(test, options);
    names.add(test.name);
    results.push({ name: test.name, ...outcome });
    // Some runtimes report a rejection in a task of its own: by now it should be known whose it was.
    await macrotask();
  }
  results.push({ name: "No test left a rejection unhandled", ...(await leftUnhandled()) });
  return results;
}

type Outcome = Omit<Result, "name">;

const failed = (reason: string): Outcome => ({ status: "failed", reason });

async function outcomeOf({ run, timeLimit = 2000 }: Test, options: SuiteOptions): Promise<Outcome> {
  try {
    // In a function of its own, so that what is thrown at once is treated like any other failure.
    await withinLimit((async () => run(options))(), options.timeLimit ?? timeLimit);
    return { status: "passed" };
  } catch (error) {
    return error instanceof Skip
      ? { status: "skipped", reason: error.reason }
      : failed(error instanceof CheckError ? error.message : show(error));
  }
}

async function leftUnhandled(): Promise<Outcome> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const lines = rejections.seen.map(({ during, reason }) => `${show(reason)}, during "${during}"`);
  return lines.length === 0 ? { status: "passed" } : failed(lines.join("\n"));
}
