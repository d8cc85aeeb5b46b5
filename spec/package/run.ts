/**
 * Packs the package once, installs the tarball in every consumer, and has each of them check it: `npm run test:package`.
 *
 * `--only name,name` takes some of `spec/package/consumers`; `--keep` leaves the temporary folder for a closer look.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildProject } from "./support/build_project.ts";
import { checksOf, listConsumers } from "./support/consumer.ts";
import { inParallel } from "./support/in_parallel.ts";
import { packProject } from "./support/pack_project.ts";
import { type Row, runConsumer } from "./support/run_consumer.ts";
import { table } from "./support/table.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, keep: { type: "boolean", default: false } } });
const consumers = await listConsumers(values.only?.split(",") ?? []);

const begun = performance.now();
const project = await buildProject();
const { filename } = await packProject(project.folder);
const release = { project: project.folder, tarball: join(project.folder, filename) };

const rows = new Map<string, Row[]>(consumers.map(({ name }) => [name, []]));
// Those with most to do come first, so that nobody waits for them in the end.
const inOrder = [...consumers].sort((a, b) => checksOf(b).length - checksOf(a).length);
await inParallel(inOrder, Math.min(4, availableParallelism()), (consumer) =>
  runConsumer(consumer, join(project.folder, "..", consumer.name), release, (row) => {
    rows.get(consumer.name)?.push(row);
    process.stderr.write(`${row.ok ? "ok    " : "FAILED"} ${row.consumer} ${row.check}\n`);
  }),
);

const all = [...rows.values()].flat();
const failed = all.filter(({ ok }) => !ok);
console.log(
  table(
    ["consumer", "check", "tool", "result", "seconds"],
    all.map(({ consumer, check, tool, result, seconds }) => [consumer, check, tool, result, seconds.toFixed(1)]),
  ),
);
for (const { consumer, check, output } of failed) console.log(`\n== ${consumer} ${check}\n${output.trimEnd()}`);
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
console.log(`\n${all.length - failed.length} passed, ${failed.length} failed in ${seconds} s`);

if (values.keep) console.log(`Kept in ${join(project.folder, "..")}`);
else await project.remove();
if (failed.length > 0 || all.length === 0) process.exitCode = 1;
