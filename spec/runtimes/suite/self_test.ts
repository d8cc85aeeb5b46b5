import { equal, fail } from "./check.ts";
import type { Result } from "./result.ts";
import { runTests } from "./run_tests.ts";
import { skip, test } from "./test.ts";

/** Tests of the suite's own: each has to come out as its name says, or no result of the suite is worth anything. */
export function runSelfTest(): Promise<readonly Result[]> {
  return runTests(
    [
      test("passed", () => {}),
      test("passed, after a while", () => new Promise((resolve) => setTimeout(resolve, 20))),
      test("skipped", () => skip("on purpose")),
      test("failed: it throws", () => fail("on purpose")),
      test("failed: it rejects", () => Promise.reject(new Error("on purpose"))),
      test("failed: it throws undefined", () => {
        throw undefined;
      }),
      test("failed: a value is not equal", () => equal({ a: [1, undefined] }, { a: [1] })),
      test("failed: it hangs", () => new Promise(() => {})),
      test("passed", () => {}),
      test("passed, and leaves a rejection unhandled", () => void Promise.reject(new Error("left alone"))),
    ],
    { timeLimit: 100 },
  );
}
