import type { MeasuredEntry } from "./measured_entry.ts";

const begin = "<!-- sizes -->";
const end = "<!-- /sizes -->";

/** One line of the table in the README. */
export interface SizeLine {
  readonly name: string;
  readonly imports: string;
  /** In bytes: minified and gzipped, for each bundler in turn. */
  readonly sizes: readonly number[];
}

/** The lines of the table: entries in their order, each with what all bundlers made of it. */
export function linesOf(measured: readonly MeasuredEntry[]): readonly SizeLine[] {
  return [...new Set(measured.map(({ entry }) => entry))].map((entry) => ({
    name: entry.name,
    imports: `${entry.imports.map((name) => `\`${name}\``).join(", ")}${entry.from ? ` of \`${entry.from}\`` : ""}`,
    sizes: measured.filter((one) => one.entry === entry).flatMap(({ minified, gzipped }) => [minified, gzipped]),
  }));
}

/** The text of a README with these lines between its markers. */
export function withSizes(readme: string, measured: readonly MeasuredEntry[]): string {
  const bundlers = [...new Set(measured.map(({ bundler }) => bundler))];
  const rows = [
    ["entry", "imports", ...bundlers.flatMap((bundler) => [`${bundler}, min`, "gzip"])],
    ["---", "---", ...bundlers.flatMap(() => ["---:", "---:"])],
    ...linesOf(measured).map(({ name, imports, sizes }) => [name, imports, ...sizes.map(grouped)]),
  ];
  const table = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const [before, after] = around(readme);
  return `${before}${begin}\n${table}\n${end}${after}`;
}

/** The lines that a README has between its markers. */
export function readLines(readme: string): readonly SizeLine[] {
  const [before, after] = around(readme);
  const table = readme.slice(before.length + begin.length, readme.length - after.length - end.length).trim();
  return table
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, name = "", imports = "", ...sizes]) => ({
      name,
      imports,
      sizes: sizes.slice(0, -1).map((size) => Number(size.replaceAll(",", ""))),
    }));
}

const grouped = (bytes: number): string => bytes.toLocaleString("en-US");

/** What stands before and after the markers. */
function around(readme: string): readonly [before: string, after: string] {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from === -1 || to < from) throw new Error(`README.md has no ${begin} … ${end}`);
  return [readme.slice(0, from), readme.slice(to + end.length)];
}
