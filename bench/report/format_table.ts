import type { Table } from "./main_table.ts";

/** A table for a terminal: its first `left` columns are text. */
export function toText(table: Table, left: number): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return table.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

/** The same for a Markdown file. */
export function toMarkdown([heads = [], ...rows]: Table, left: number): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = heads.map((_, column) => (column < left ? "---" : "---:"));
  return [heads, rule, ...rows].map(line).join("\n");
}
