import { cellOf } from "./cell.ts";
import type { Measured } from "./measured.ts";
import type { Target } from "./target.ts";

/** A table: its heads, then its rows. */
export type Table = readonly (readonly string[])[];

/** The targets that were measured, what they ask for, and how each runtime met them. */
export function mainTable(targets: readonly Target[], measured: readonly Measured[]): Table {
  const rows = targets.flatMap((target) => {
    const cells = measured.map((one) => cellOf(target, one));
    if (cells.every((cell) => cell === undefined)) return [];
    return [
      [
        rowOf(target),
        target.name,
        mustText(target, measured),
        limitText(target, target.aim),
        ...cells.map((cell) => cell?.text ?? ""),
      ],
    ];
  });
  return [["#", "ratio", "must", "aim", ...measured.map(({ name }) => name)], ...rows];
}

const rowOf = ({ id }: Target): string => id.replace(/,.*/, "");

function limitText({ sense, unit }: Target, limit: number): string {
  return `${sense === "least" ? "≥" : "≤"} ${limit}${unit ? ` ${unit}` : ""}`;
}

function mustText(target: Target, measured: readonly Measured[]): string {
  const others = Object.entries(target.mustIn ?? {}).map(([key, must]) => {
    const name = measured.find((one) => one.key === key)?.name;
    return name === undefined ? "" : ` (${name} ${must})`;
  });
  return `${limitText(target, target.must)}${others.join("")}`;
}
