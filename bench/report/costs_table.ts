import type { Table } from "./main_table.ts";
import type { Measured } from "./measured.ts";

/** What every case took in every runtime, in nanoseconds a message: the fastest repetition. */
export function costsTable(measured: readonly Measured[]): Table {
  const costs = measured.map(({ findings }) => [...findings.values()].flatMap((one) => one.costs));
  const names = [...new Set(costs.flat().map(({ name }) => name))];
  const rows = names.map((name) => [
    name,
    ...costs.map((own) => own.find((cost) => cost.name === name)?.nanoseconds.toFixed(0) ?? ""),
  ]);
  return [["case", ...measured.map(({ name }) => name)], ...rows];
}
