// Runs the suite on the built package in every runtime: npm run test:runtimes
//
//   --only deno,webkit   in these alone
//   --present            in what is there, and install nothing
//   --install            install browsers, too, if they are missing and this is root; in CI that goes without saying
import { parseArgs } from "node:util";
import { findRuntimes } from "./runner/find_runtimes.ts";
import { formatReports } from "./runner/format_reports.ts";
import { preparePackage } from "./runner/package_under_test.ts";
import { isGood, type Report } from "./runner/report.ts";
import { runRuntime } from "./runner/run_runtime.ts";
import type { Runtime } from "./runner/runtime.ts";
import { runtimes, thisNode } from "./runner/runtimes.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    present: { type: "boolean", default: false },
    install: { type: "boolean", default: false },
  },
});

const inCi = Boolean(process.env.CI);

function choose(): readonly Runtime[] {
  const all = options.present ? [thisNode, ...runtimes] : runtimes;
  if (options.only === undefined) return all;
  const keys = options.only.split(",");
  const unknown = keys.filter((key) => !all.some((runtime) => runtime.key === key));
  if (unknown.length > 0) throw new Error(`There is no runtime ${unknown}; there are ${all.map(({ key }) => key)}`);
  return all.filter(({ key }) => keys.includes(key));
}

const looked = await findRuntimes(
  choose(),
  options.present ? undefined : { mayChangeMachine: options.install || inCi },
);

console.log("Building, packing and installing the package …");
const under = await preparePackage();
const reports: Report[] = [];
try {
  for (const { runtime, found } of looked) {
    if (options.present && found === undefined) continue;
    console.log(`Running the suite in ${runtime.name} …`);
    reports.push(...(await runRuntime(runtime, found, under)));
  }
} finally {
  await under.remove();
}

console.log(`\n${formatReports(reports)}`);
const good = reports.length > 0 && reports.every((report) => isGood(report, !inCi));
process.exitCode = good ? 0 : 1;
