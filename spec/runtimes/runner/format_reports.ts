import type { Result } from "../suite/result.ts";
import type { Report } from "./report.ts";

const heads = ["runtime", "version", "passed", "failed", "skipped", "time", "skipped because"];

/** The one table, the reasons for what was skipped, and every failure in full. */
export function formatReports(reports: readonly Report[]): string {
  // Reasons are long and few, so the table has letters for them.
  const reasons = [...new Set(reports.flatMap((report) => skips(report).map(reasonOf)))].sort();
  const keys = new Map(reasons.map((reason, at) => [reason, String.fromCharCode(0x61 + at)]));
  const table = formatTable([heads, ...reports.map((report) => rowOf(report, keys))]);
  const legend = reasons.map((reason) => `  ${keys.get(reason)}: ${reason}`);
  return [table, ...legend, "", ...reports.flatMap(formatTrouble)].join("\n");
}

function rowOf(report: Report, keys: ReadonlyMap<string, string>): readonly string[] {
  const { runtime, version, trouble, milliseconds } = report;
  if (trouble) return [runtime, version, "", "", "", "", trouble.kind === "missing" ? "NOT RUN" : "BROKEN"];
  const skipped = skips(report).map(reasonOf);
  const because = [...keys].flatMap(([reason, key]) => {
    const times = skipped.filter((other) => other === reason).length;
    return times === 0 ? [] : [`${times} ${key}`];
  });
  return [runtime, version, ...counts(report), `${(milliseconds / 1000).toFixed(1)} s`, because.join(", ")];
}

function formatTrouble({ runtime, trouble, results }: Report): readonly string[] {
  const failures = results.filter(({ status }) => status === "failed");
  const lines = failures.map(({ name, reason = "" }) => `${runtime} FAILED: ${name}\n${indent(reason)}\n`);
  return trouble ? [...lines, `${runtime} ${trouble.kind}: ${trouble.reason}\n`] : lines;
}

const indent = (text: string): string => text.replace(/^/gm, "    ");

const counts = ({ results }: Report): readonly string[] =>
  (["passed", "failed", "skipped"] as const).map((status) =>
    String(results.filter((result) => result.status === status).length),
  );

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const pad = (cell: string, width: number, column: number): string =>
  column >= 2 && column <= 5 ? cell.padStart(width) : cell.padEnd(width);

const skips = ({ results }: Report): readonly Result[] => results.filter(({ status }) => status === "skipped");

const reasonOf = ({ reason = "" }: Result): string => reason;
