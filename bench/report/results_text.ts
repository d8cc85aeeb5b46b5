import { availableParallelism } from "node:os";
import { legend } from "./cell.ts";
import { costsTable } from "./costs_table.ts";
import { toMarkdown } from "./format_table.ts";
import type { Judgement } from "./judgement.ts";
import { mainTable } from "./main_table.ts";
import type { Measured } from "./measured.ts";
import { judged, targets } from "./targets.ts";

/** What `results.md` says. */
export function resultsText(
  measured: readonly Measured[],
  { missed, near, broken, lacking }: Judgement,
  date: Date,
): string {
  const versions = measured.map(({ name, version }) => `${name} (${version})`).join(", ");
  const byWall = measured.filter(({ findings }) => [...findings.values()].some(({ clock }) => clock === "wall"));
  const promised = measured.filter(({ key }) => judged.includes(key)).map(({ name }) => name);
  return [
    "# Results of the benchmark",
    `Measured on ${date.toISOString().slice(0, 10)}, on ${availableParallelism()} cores, by \`npm run bench\`. ${versions}.`,
    `Figures are medians of the ratios of each repetition. Times are those of the processor, but in ${list(byWall.map(({ name }) => name))}, where the clock is all there is. The promises are made for ${list(promised)}.`,
    "H1 is the loop one writes by hand, which checks nothing; H2 the same as a native stage; H3 a native stage that decodes and validates with valibot, and one that guards. A are notifications, B chunks of run loops, C messages of 64 KiB.",
    `${legend}.`,
    toMarkdown(mainTable(targets, measured), 4),
    ...section("Musts that were missed", missed),
    ...section("Musts that were missed by no more than the noise", near),
    ...section("What broke", broken),
    ...section("Figures that a runtime does not give", lacking),
    "## Every case",
    "Nanoseconds a message, in the fastest repetition. Only ratios compare well: machines drift.",
    toMarkdown(costsTable(measured), 1),
  ]
    .join("\n\n")
    .concat("\n");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`## ${title}`, lines.length === 0 ? "None." : lines.map((line) => `- ${line}`).join("\n")];
}

const list = (names: readonly string[]): string => names.join(", ") || "none";
