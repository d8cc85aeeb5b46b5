/**
 * What it costs to read, check, guard, write and relay channels, against doing it by hand and against others, in every
 * runtime: `npm run bench [-- PARTS --runtime KEYS --quick --write]`. See the README beside this file.
 */
import { writeFileSync } from "node:fs";
import { legend } from "./report/cell.ts";
import { costsTable } from "./report/costs_table.ts";
import { toText } from "./report/format_table.ts";
import { judge } from "./report/judgement.ts";
import { mainTable } from "./report/main_table.ts";
import { resultsText } from "./report/results_text.ts";
import { targets } from "./report/targets.ts";
import { readOptions } from "./runner/bench_options.ts";
import { measureAll } from "./runner/measure_all.ts";

const options = readOptions(process.argv.slice(2));
const measured = await measureAll(options);
const judgement = judge(targets, measured);
const { missed, near, broken, lacking } = judgement;

console.log(`${toText(costsTable(measured), 1)}\n\n${toText(mainTable(targets, measured), 4)}\n\n${legend}`);
for (const line of lacking) console.log(`No figure: ${line}`);
if (options.quick) {
  console.log("A quick run shows that the cases run, and judges nothing.");
} else {
  for (const line of near) console.log(`Missed within the noise: ${line}`);
  for (const line of missed) console.log(`MISSED: ${line}`);
}
for (const line of broken) console.log(`BROKEN: ${line}`);
if (options.write) writeFileSync(new URL("results.md", import.meta.url), resultsText(measured, judgement, new Date()));
if (broken.length > 0 || (missed.length > 0 && !options.quick)) process.exitCode = 1;
