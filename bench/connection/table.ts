/** Prints lines of a name and figures. */
export function printTable(title: string, columns: readonly string[], lines: Readonly<Record<string, Figures>>): void {
  const width = (at: number): number => Math.max(9, (columns[at] ?? "").length + 2);
  const cells = (texts: readonly string[]): string => texts.map((text, at) => text.padStart(width(at))).join("");
  console.log(`\n${title.padEnd(46)}${cells(columns)}`);
  for (const [name, figures] of Object.entries(lines)) console.log(`  ${name.padEnd(44)}${cells(figures.map(short))}`);
}

/** What stands in one line. */
export type Figures = readonly (number | string)[];

function short(figure: number | string): string {
  if (typeof figure === "string") return figure;
  return Math.abs(figure) >= 100 ? figure.toFixed(0) : figure.toFixed(2);
}
