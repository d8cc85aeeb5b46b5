/**
 * Prints what entry points of the library cost a bundle, minified and gzipped with the schema library they need, and
 * fails when one is over its budget: `npm run size`.
 */
import { measureEntries } from "./measured_entry.ts";

const measured = await measureEntries();
for (const { entry, bundler, minified, gzipped, verdict } of measured) {
  const sizes = `${String(minified).padStart(7)} B  ${String(gzipped).padStart(6)} B gzip  of ${entry.bytes}`;
  console.log(`${entry.name.padEnd(36)}  ${bundler.padEnd(8)} ${sizes}  ${verdict}`);
}
if (measured.some(({ verdict }) => verdict !== "ok")) process.exitCode = 1;
